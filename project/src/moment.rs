//! Moments as people write them: `2h`, `3d`, `2026-11-16`, `2026-11-16T07:30Z`. All of them UTC.

use std::time::{SystemTime, UNIX_EPOCH};

const DAY: u64 = 86_400;

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |time| time.as_secs())
}

/// `2026-11-16 07:30:05`.
pub fn text(seconds: u64) -> String {
    let (year, month, day) = date(seconds);
    let (h, m, s) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    format!("{year:04}-{month:02}-{day:02} {h:02}:{m:02}:{s:02}")
}

/// Year, month and day of a moment: the civil calendar, counted from 1 March 0000 (Hinnant 2013).
pub fn date(seconds: u64) -> (u64, u64, u64) {
    let days = seconds / DAY + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let from_march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    (year + era * 400 + u64::from(month <= 2), month, day)
}

/// Seconds since 1970 of midnight on a day; `None` when there is no such day.
fn midnight(year: u64, month: u64, day: u64) -> Option<u64> {
    if !(1970..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let year_from_march = year - u64::from(month <= 2);
    let (era, of_era) = (year_from_march / 400, year_from_march % 400);
    let from_march = (month + 9) % 12;
    let of_year = (153 * from_march + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year;
    let seconds = days.checked_sub(719_468)? * DAY;
    (date(seconds) == (year, month, day)).then_some(seconds)
}

/// `2026-11-16`, `2026-11-16T07:30`, `2026-11-16 07:30:05Z`.
fn iso(text: &str) -> Option<u64> {
    let text = text.trim_end_matches('Z');
    let (date, time) = text.split_once(['T', ' ']).unwrap_or((text, "00:00"));
    let numbers = |text: &str, mark: char| -> Option<Vec<u64>> {
        text.split(mark).map(|part| part.parse().ok()).collect()
    };
    let [year, month, day] = numbers(date, '-')?[..] else {
        return None;
    };
    let (h, m, s) = match numbers(time, ':')?[..] {
        [h, m] => (h, m, 0),
        [h, m, s] => (h, m, s),
        _ => return None,
    };
    let fits = h < 24 && m < 60 && s < 60;
    Some(midnight(year, month, day)? + h * 3600 + m * 60 + s).filter(|_| fits)
}

/// `2h`, `90m`, `3d`, `1w`: this long ago.
fn ago(text: &str) -> Option<u64> {
    let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    let unit = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        "d" => DAY,
        "w" => 7 * DAY,
        _ => return None,
    };
    number.trim().parse::<u64>().ok()?.checked_mul(unit)
}

/// A moment, in seconds since 1970, as seen from another.
pub fn read(text: &str, now: u64) -> Option<u64> {
    let text = text.trim();
    ago(text)
        .map(|seconds| now.saturating_sub(seconds))
        .or_else(|| iso(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_read_and_written() {
        assert_eq!(text(0), "1970-01-01 00:00:00");
        assert_eq!(text(951_782_400), "2000-02-29 00:00:00");
        assert_eq!(
            read("2026-11-16T07:30:05Z", 0).map(text),
            Some("2026-11-16 07:30:05".into())
        );
        assert_eq!(
            read("2026-11-16", 0).map(text),
            Some("2026-11-16 00:00:00".into())
        );
        assert_eq!(read("2h", 10_000), Some(2800));
        assert_eq!(read("3d", 10_000), Some(0));
    }

    #[test]
    fn every_day_has_its_own_number() {
        let mut expected = 0;
        while expected < 200 * 365 * DAY {
            let (year, month, day) = date(expected);
            assert_eq!(midnight(year, month, day), Some(expected));
            expected += DAY;
        }
    }

    #[test]
    fn what_is_no_moment_is_refused() {
        for wrong in [
            "",
            "h",
            "yesterday",
            "2026-02-30",
            "2026-13-01",
            "2026-11-16T25:00",
            "1969-01-01",
            "-3d",
            "é",
        ] {
            assert_eq!(read(wrong, 1_000_000), None, "{wrong}");
        }
    }
}
