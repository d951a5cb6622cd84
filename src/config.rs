//! claimlint.toml (skeleton for the lead's work; the shell branch brings the real one).
/// Settings.
#[derive(Debug, Default)]
pub struct Config {
    /// entities
    pub entities: Vec<EntityConfig>,
    /// metrics
    pub metrics: Vec<MetricConfig>,
}
/// An entity.
#[derive(Debug, Default)]
pub struct EntityConfig {
    /// id
    pub id: String,
    /// names
    pub names: Vec<String>,
    /// vendor
    pub vendor: Option<String>,
}
/// A metric.
#[derive(Debug, Default)]
pub struct MetricConfig {
    /// id
    pub id: String,
    /// names
    pub names: Vec<String>,
    /// dimension
    pub dimension: String,
    /// better
    pub better: String,
}
