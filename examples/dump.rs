//! Prints what the scan reads in each line of the files given.
#![allow(clippy::print_stdout, clippy::unwrap_used, missing_docs, reason = "a development aid")]
fn main() {
    for path in std::env::args().skip(1) {
        let text = if path == "-" {
            std::io::read_to_string(std::io::stdin()).unwrap()
        } else {
            std::fs::read_to_string(&path).unwrap()
        };
        for (n, line) in text.lines().enumerate() {
            let scan = claimlint::quantity::scan(line);
            for q in &scan.quantities {
                let c = &q.canonical;
                let r: Vec<String> = q
                    .readings
                    .iter()
                    .map(|c| {
                        format!(
                            "{}..{}",
                            c.low.map_or("-".into(), |v| v.to_string()),
                            c.high.map_or("-".into(), |v| v.to_string())
                        )
                    })
                    .collect();
                println!(
                    "{}\tQ\t{}\t{}\t{}\t{}\t{}\t{:?}\t{}\t{:?}\tof={:?}\traw={}..{} {}\tp={}\tr={r:?}",
                    n + 1,
                    &line[q.span.clone()],
                    &line[q.digits.clone()],
                    c.low.map_or("-".into(), |v| v.to_string()),
                    c.high.map_or("-".into(), |v| v.to_string()),
                    c.unit,
                    c.bound,
                    if q.approximate { "~" } else { "" },
                    q.form,
                    q.of.map(|v| v.to_string()),
                    q.low,
                    q.high,
                    q.unit,
                    q.low_precision
                );
            }
            for s in &scan.set_aside {
                println!("{}\tA\t{}\t{:?}", n + 1, &line[s.span.clone()], s.reason);
            }
        }
    }
}
