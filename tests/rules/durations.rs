//! Lengths of time beside their dates: what is told, and what looks alike and is right, or of something else.

use claimlint::audit;
use claimlint::config::Config;
use claimlint::rules;
use claimlint::source::Source;

/// The figures that are told of a sentence.
fn told(sentence: &str) -> Vec<String> {
    let source = Source::new("note.md", format!("# Note\n\n{sentence}\n"));
    let claims = audit::extract(&[source], &[], &Config::default()).claims;
    let found = rules::check(&claims).into_iter().filter(|f| f.rule == "duration-mismatch");
    found.map(|f| f.primary.quote).collect()
}

#[test]
fn wrong_lengths_are_told() {
    let sentences = [
        ("Between November 6 and December 15, first and last day included, we had 30 days.", "30 days"),
        ("The hut is let from 12 April to 24 October (26 weeks).", "26 weeks"),
        ("From 3 March to 28 April, six weeks, the pool is empty.", "six weeks"),
        ("A six-week course (3 March to 28 April) opens the year.", "six-week"),
        ("The library was closed for six weeks from 3 March to 28 April.", "six weeks"),
        ("The chapel was closed in 1965. It stayed shut for 31 years until it was reopened in 1986.", "31 years"),
        ("The stamp was issued on 2025-03-03 and seven weeks later, on 2025-05-19, withdrawn.", "seven weeks"),
        ("The fair opened on 3 March 2030 and closed on 28 April 2030, six weeks later.", "six weeks"),
        (
            "The pump was out of order from November 6 through December 15. Over those 30 days, counting the first and the last, water was short.",
            "30 days",
        ),
        ("The strike ran from 3 to 28 April. Those six weeks were hard.", "six weeks"),
        ("The boat leaves at 08:10 and arrives at 09:40, a journey of 2.5 hours.", "2.5 hours"),
        ("The kiosk is open 9 a.m. to 6 p.m., eight hours a day.", "eight hours a day"),
        ("The bridge stood from 1890 to 1931 (51 years).", "51 years"),
        ("Guests stay in the hotel from 3 May to 8 May, 6 nights.", "6 nights"),
        ("报名于7月28日至8月11日进行，共18天。", "18天"),
        ("报名通道于 7 月 28 日 10:00 开启、8 月 11 日 17:00 关闭，首尾计 18 天。", "18 天"),
        ("7月18日至9月30日，活动持续85天。", "85天"),
        ("自2019年5月起至2031年5月，十年间变化很大。", "十年"),
        ("营业时间9:00—18:00，每天8小时。", "8小时"),
        ("2030年3月至5月，为期五个月。", "五个月"),
        ("为期18天的报名（7月28日至8月11日）已经结束。", "18天"),
        ("展览从2030年12月20日至次年1月20日，历时45天。", "45天"),
        ("该馆1965年关闭，停用31年后于1986年重新开放。", "31年"),
        ("该刊1965年停刊，时隔31年，于1986年复刊。", "31年"),
        ("新茶自7月18日上市至9月30日共售85天（含首尾）。", "85天"),
        ("七月二十八日至八月十一日，历时三十天。", "三十天"),
    ];
    let missed: Vec<_> = sentences.into_iter().filter(|(sentence, quote)| told(sentence) != [*quote]).collect();
    assert!(missed.is_empty(), "{missed:#?}");
}

#[test]
fn right_lengths_and_lengths_of_other_things_are_left_alone() {
    let sentences = [
        "The hut is let from 12 April to 24 October (28 weeks).",
        "The lease runs from 1 May 2030 to 30 April 2033 (36 months).",
        "She taught from September 2017 to June 2020 (3 years).",
        "Between 3 March and 28 April, the village had 12 days of rain.",
        "From 3 March to 28 April, six weeks before the opening, nothing moved.",
        "Trains run every 30 minutes from 9:00 to 18:00.",
        "Appointments: 9:00–17:00 (30 min).",
        "Please pay within 14 days from 3 June to 5 July.",
        "Each session lasted 5 days from 3 March to 28 April.",
        "The course takes place on Saturdays from 3 March to 28 April, 8 days in total.",
        "Survey: 3 March 2031 to 28 March 2031 (20 days). Trial: 3 to 28 April (5 days).",
        "Jane Doe (1950–2001), aged 44 years, wrote it.",
        "A 3-day pass (1 May to 30 September) costs 40 EUR.",
        "The first two weeks (3–28 March) are free.",
        "The night shift runs 22:00–06:00 (8 hours).",
        "The plant works 9:00–18:00, eight hours a day, with a lunch break.",
        "From 3 March to 28 April, it was not six weeks.",
        "In 1990 the firm had 20 staff; 5 years later, in 1996, it had 60.",
        "Sprint: 3 June – 14 June (2 weeks, 10 days).",
        "Founded in 1965, the mill was run by the Smiths for 10 years until the owner died in 1986.",
        "From 3 March to 28 April, members get 90 days free.",
        "6月1日至8月31日，每天开放10小时。",
        "6月1日至8月31日，高温天气共20天。",
        "6月1日至8月31日，高温天气持续20天。",
        "9:00—18:00上班，每天工作8小时。",
        "The desk is open 9:00–17:00 (7.5 hours).",
        "营业时间9:00–12:00、13:00–18:00，共8小时。",
        "5月1日至5日、5月10日至14日，共10天。",
        "3月3日至3月28日（20个工作日）。",
        "10月1日至7日放假，共7天。",
        "2019年至2023年五年间，产量翻番。",
        "活动于7月18日至9月30日举行，前30天每天送券。",
        "行程5月3日—5月9日（7天6晚）。",
        "试用期自2030年3月1日至2030年8月31日，共六个月。",
    ];
    let alarms: Vec<_> = sentences.into_iter().filter(|sentence| !told(sentence).is_empty()).collect();
    assert!(alarms.is_empty(), "{alarms:#?}");
}
