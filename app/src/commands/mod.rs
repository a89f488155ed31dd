//! The verbs, one a file.

pub mod analyse;
pub mod atlas;
pub mod bench;
pub mod compare;
pub mod completions;
pub mod complexity;
pub mod doctor;
pub mod exercise;
pub mod experiment;
pub mod explain;
pub mod features;
pub mod games;
pub mod glossary;
pub mod growth;
pub mod man;
pub mod matches;
pub mod play;
pub mod queens;
pub mod search;
pub mod searches;
pub mod serve;
pub mod solve;
pub mod sweep;
pub mod tournament;
pub mod train;
pub mod uci;
