//! How to run it is in `fuzz/README.md`: no panic, no span outside the text, nothing that overlaps.
#![no_main]

use claimlint::quantity::scan;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let read = scan(&text);
    let mut spans: Vec<_> =
        read.quantities.iter().map(|q| q.span.clone()).chain(read.set_aside.iter().map(|s| s.span.clone())).collect();
    spans.sort_by_key(|span| span.start);
    for span in &spans {
        assert!(span.start < span.end && text.get(span.clone()).is_some());
    }
    assert!(spans.windows(2).all(|pair| pair[0].end <= pair[1].start));
});
