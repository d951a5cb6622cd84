//! Word lists that keep numerals inside words from being read as figures.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Words that begin with a character which is also a unit: 5大模型 is not five big ones of something.
const NOT_UNITS: &str = "\
    分析;分布;分别;分为;分类;分发;分配;分区;分期;分散;分支;分辨;分成;分层;分片;分级;分割;分享;分之;点击;点评;点赞;\
    对比;对于;对应;对话;对接;对象;对照;大于;大模型;大幅;大量;大小;大多;大会;大学;大约;大概;本地;本文;本身;本质;本次;\
    部署;部分;处理;处于;处在;行业;行为;行动;人工;人民币;人均;人类;人们;人体;天然;天气;时代;时延;时间;时刻;时效;时期;\
    时速;时机;层次;层级;项目;类似;类型;类别;种类;种植;位置;位于;位移;名称;名为;名单;台湾;台阶;段落;路由;路径;路线;\
    路口;条件;条款;条例;件事;次要;次于;次数;日本;日志;日常;日期;日均;月度;月份;月均;月底;月初;周边;周期;周末;秒杀;\
    秒级;倍增;倍率;倍速;折扣;折合;折旧;折叠;成本;成为;成功;成员;成立;成果;成就;成都;成熟;成交;成分;组件;组合;组织;\
    组成;卡顿;卡片;卡车;页面;字段;字体;词汇;词元化;户外;面积;元素;元数据;元宇宙;元年;元件;元旦;角度;角色;角落;毛利;\
    毛病;克服;克制;克隆;米饭;米粉;度量;度过;转换;转移;步骤;步入;层面;首先;首次;首页;首选;首个;首都;集成;集群;集团;\
    集中;批量;批准;批次;轮换;轮流;场景;场合;场地;包括;包含;包年;包月;包装;箱子;瓶颈;年级;年轻;年化;年均;年龄;年代;\
    年初;年底;年末;年报;年费;天花;回答;回来;回到;遍布;例如;例子;例外;间隔;间接;门槛;门户;门店;家庭;家族;家具;家用;\
    家长;队列;队伍;群体;排名;排行;排序;排列;列表;列出;串行;束缚;手机;手动;手工;手段;手册;股票;股份;股东;句话;章节;\
    级别;级联;款项;份额;双方;双向;双击;副本;副作用;张量;只能;只是;只有;只要;只需;只支持;个性;个体;起来;起步;吨位;里程;\
    里面;里的;码头;码率;寸步;尺寸;尺度;斤斤;钱包;钱的;安全;安装;安排;伏笔;赫然;瓦解;焦点;焦虑;帕金森;桶排序;杯子;升级;\
    升至;升到;升高;升温;块状;幅度;届时;片段;片面;颗粒;根据;根本;支持;支付;支出;支撑;支架;本地化;座位;夜间;晚上;晚会;\
    晚于;核心;核算;核对;层出;题目;星级;星期;行星;步进;打折;打包;打造;打印;打开;档案;档次;件套;套餐;套件;则;人次;\
    字节跳动;员工;所示;所述;所以;所有;所在;所谓;所属";

/// 一 and a unit that together mean something else.
const ONE_IDIOMS: &str = "\
    一时;一度;一点;一點;一分为;一分耕;一日;一成不;一年级;一步;一面;一致;一行;一路;一对;一线;一层;一片;一角;一夜之间;\
    一代;一周岁;一克;一寸;一毛不;一页;一度电;一块;一经;一旦";

/// Longer words that hold numerals and count nothing.
const IDIOMS: &str = "\
    千万不;千万别;千万要;千万勿;千万记;千万注意;百万富翁;百万雄师;十分重;十分的;十全十美;十有八九;十之八九;百分百地;千差万别;千人千面;千里之;万里无;万分感;万分抱;三天两头;百分制;\
    千变万化;千方百计;千家万户;千丝万缕;千篇一律;千军万马;成千上万;万事万物;百家争鸣;百花齐放;万无一失;数一数二;\
    不三不四;三番五次;三番两次;三五成群;三心二意;三言两语;四面八方;四舍五入;五花八门;五颜六色;乱七八糟;七上八下;\
    横七竖八;九牛一毛;九死一生;独一无二;一五一十;一清二楚;接二连三;丢三落四;朝三暮四;说三道四;推三阻四;低三下四;\
    颠三倒四;六神无主;五湖四海;五谷丰登;三头六臂;三长两短;两全其美;两败俱伤;一举两得;一分为二;一心一意;一模一样;\
    一朝一夕;一千零一夜;二维码;两岸;三角;两端;双十一;双十二;四六级;七夕;八卦;九九归一;不二;万一;万能;万物;万象;万维网;\
    万科;万达;万元户;百度;百科;百货;百姓;百般;百合;千问;千禧;千帆;亿万;百万级;三星;三亚;五粮液;六安;九江;四川;三国;\
    三元锂;三元材料;三元电池;二元论;多元化;二元期权;三明治;两会;两性;三峡;八仙;五官;四肢;四季;四处;四周;五金;六一;五一;十一假期;八一;十一国庆;十一黄金周;十一长假;十一小长假;三八妇;一二线;二三线;三四线;\
    第三方;三方;二手;二次元;三明;十足;十字;千古;千金;千秋;万岁;万幸;万般;百年好合;百里挑一;万里长;一带一路;两极;\
    二进制;十进制;八进制;十六进制;二分查;二叉;四则;五线谱;三角形;四边形;六边形;五角;三轮车;二氧化;三氧化;四氯化;二甲;\
    三甲;三维;二维;四维;三包;三农;二胎;三孩;二线;三线;四线;五星级;四星级;三星级;五险一金;三好;四有;两用;三态;二期;\
    三期;二代;三代;二级;三级;四级;二楼;三楼;一楼;二环;三环;四环;五环";

/// Words before a number that name what is numbered: Figure 3, Table 2.
const NUMBERED: &str = "\
    figure;figures;fig.;figs.;fig;table;tables;tab.;section;sections;sec.;chapter;chapters;equation;equations;eq.;\
    eqs.;eqn.;example;examples;step;appendix;page;pages;p.;pp.;vol.;volume;no.;nos.;number;line;lines;ref.;refs.;\
    compound;claim;claims;theorem;lemma;phase;version;ver.;release;part;item;question;answer;rule;issue;level;tier;\
    type;class;grade;scheme;algorithm;article;note;room;route;highway;day;week;port;build;round;case;group;model;\
    formula;embodiment;test;experiment;platform;gate;terminal;paragraph;para.;paras.;clause;schedule;annex;verse;psalm;\
    episode;exit;ward;pier;locker;draft;amendment;revision;edition";

/// Names of software and standards whose next number is a version.
const VERSIONED: &str = "\
    python;java;node;rustc;cargo;npm;pnpm;yarn;pip;deno;bun;typescript;javascript;kotlin;swift;scala;dart;perl;haskell;\
    erlang;elixir;julia;node.js;go;golang;ruby;rust;php;linux;windows;android;ios;macos;ubuntu;debian;centos;fedora;cuda;\
    cudnn;http;tls;ssl;usb;pcie;wi-fi;wifi;bluetooth;claude;llama;gpt;qwen;glm;gemini;deepseek;mistral;kimi;ernie;\
    chrome;firefox;safari;mysql;postgres;postgresql;redis;mongodb;kubernetes;docker;spring;vue;react;angular;django;\
    flask;office;word;excel;photoshop;iphone;ipad;galaxy;pixel;xbox;playstation;rtx;gtx;rfc;iso;iec;ieee;ddr;hbm;\
    nvlink;rocm;tensorrt;opengl;vulkan;directx;.net;gcc;clang;llvm;cmake;es;html;css;ipv;boeing;airbus;apollo;voyager;\
    cy;fy";

/// Words by a character in them.
type Index = BTreeMap<char, Vec<Entry>>;

/// One place of a character in a word.
struct Entry {
    /// Byte offset of the character.
    offset: usize,
    word: &'static str,
    /// The character behind it in the word, if one is.
    next: Option<char>,
}

fn index(words: &'static str, first_only: bool) -> Index {
    let mut index = Index::new();
    for word in words.split(';') {
        for (offset, c) in word.char_indices().take(if first_only { 1 } else { usize::MAX }) {
            let next = word[offset + c.len_utf8()..].chars().next();
            index.entry(c).or_default().push(Entry { offset, word, next });
        }
    }
    index
}

static UNIT_INDEX: LazyLock<Index> = LazyLock::new(|| index(NOT_UNITS, true));
static IDIOM_INDEX: LazyLock<Index> = LazyLock::new(|| index(IDIOMS, false));

/// A word that is longer than the unit `name` stands at the start of `tail`.
pub(super) fn is_not_unit(tail: &str, name: usize) -> bool {
    let mut chars = tail.chars();
    let Some(first) = chars.next() else { return false };
    let second = chars.next();
    UNIT_INDEX.get(&first).is_some_and(|entries| {
        entries.iter().any(|entry| {
            (entry.next.is_none() || entry.next == second) && entry.word.len() > name && tail.starts_with(entry.word)
        })
    })
}

/// The idiom that holds the character at `at`, not before `floor`: its end.
pub(super) fn idiom(text: &str, at: usize, floor: usize) -> Option<usize> {
    let mut chars = text[at..].chars();
    let c = chars.next()?;
    let second = chars.next();
    IDIOM_INDEX.get(&c)?.iter().find_map(|entry| {
        if entry.next.is_some() && entry.next != second {
            return None;
        }
        let start = at.checked_sub(entry.offset)?;
        (start >= floor && text.get(start..)?.starts_with(entry.word)).then(|| start + entry.word.len())
    })
}

static ONE_INDEX: LazyLock<Vec<&'static str>> = LazyLock::new(|| ONE_IDIOMS.split(';').collect());
static NUMBERED_SET: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| NUMBERED.split(';').collect());
static VERSIONED_SET: LazyLock<BTreeSet<&'static str>> = LazyLock::new(|| VERSIONED.split(';').collect());

/// 一 and the unit behind it are one of the fixed phrases.
pub(super) fn one_idiom(tail: &str) -> bool {
    ONE_INDEX.iter().any(|word| tail.starts_with(word))
}

/// The word (in lower case) names what is numbered.
pub(super) fn is_numbered(word: &str) -> bool {
    NUMBERED_SET.contains(word)
}

/// The word (in lower case) is followed by a version.
pub(super) fn is_versioned(word: &str) -> bool {
    VERSIONED_SET.contains(word)
}
