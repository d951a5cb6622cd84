//! Placeholder
use super::super::Unreadable;
use super::{Archive, Written};
pub(super) fn read(archive: &mut Archive) -> Result<Written, Unreadable> {
    let _ = archive;
    Err(super::broken("xl/workbook.xml"))
}
