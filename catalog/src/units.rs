//! Counts, times and sizes as people write them: `10k`, `1.5s`, `64MiB`.

use std::time::Duration;

/// `12.5k` as 12.5 and `k`.
fn split(text: &str) -> Option<(f64, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.' && c != '_')
        .unwrap_or(text.len());
    let number: f64 = text[..end].replace('_', "").parse().ok()?;
    number.is_finite().then_some((number, &text[end..]))
}

/// A count: `5000`, `5_000`, `10k`, `2.5M`, `1G`, `1e6`.
pub fn count(text: &str) -> Result<u64, String> {
    let wrong = || format!("'{text}' is not a count; write 5000, 10k, 2.5M or 1e6");
    if let Ok(plain) = text.replace('_', "").parse::<u64>() {
        return Ok(plain);
    }
    let (number, unit) = split(text).ok_or_else(wrong)?;
    let factor = match unit {
        "k" | "K" => 1e3,
        "M" | "m" => 1e6,
        "G" | "g" => 1e9,
        "" => 1.0,
        _ => exponent(unit).ok_or_else(wrong)?,
    };
    whole(number * factor).ok_or_else(wrong)
}

/// `e6` as 1000000.
fn exponent(unit: &str) -> Option<f64> {
    let digits = unit.strip_prefix(['e', 'E'])?;
    let power: i32 = digits.parse().ok()?;
    (0..=18).contains(&power).then(|| 10f64.powi(power))
}

/// A number without fraction that counts can hold.
fn whole(number: f64) -> Option<u64> {
    (number.fract() == 0.0 && number < 9e18).then_some(number as u64)
}

/// A time: `100ms`, `1.5s`, `2m`, `1h`, `1m30s`.
pub fn duration(text: &str) -> Result<Duration, String> {
    let wrong =
        || format!("'{text}' is not a time; write it with its unit: 100ms, 1.5s, 2m, 1m30s, 1h");
    if text == "0" {
        return Ok(Duration::ZERO);
    }
    let mut rest = text;
    let mut total = Duration::ZERO;
    while !rest.is_empty() {
        let (number, tail) = split(rest).ok_or_else(wrong)?;
        let end = tail
            .find(|c: char| c.is_ascii_digit())
            .unwrap_or(tail.len());
        let seconds = number * unit_of_time(&tail[..end]).ok_or_else(wrong)?;
        let part = Duration::try_from_secs_f64(seconds).map_err(|_| wrong())?;
        total = total.checked_add(part).ok_or_else(wrong)?;
        rest = &tail[end..];
    }
    if text.is_empty() {
        Err(wrong())
    } else {
        Ok(total)
    }
}

fn unit_of_time(unit: &str) -> Option<f64> {
    Some(match unit {
        "us" => 1e-6,
        "ms" => 1e-3,
        "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        "d" => 86_400.0,
        _ => return None,
    })
}

/// A size in bytes: `1048576`, `64MB` (of 1000), `1GiB` (of 1024); `64M` is `64MiB`.
pub fn size(text: &str) -> Result<usize, String> {
    let wrong = || format!("'{text}' is not a size; write 64MB, 512KiB or 1GiB");
    let (number, unit) = split(text).ok_or_else(wrong)?;
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        "k" | "kib" => 1024.0,
        "m" | "mib" => 1024.0 * 1024.0,
        "g" | "gib" => 1024.0 * 1024.0 * 1024.0,
        _ => return Err(wrong()),
    };
    let bytes = (number * factor).round();
    if bytes < 9e18 {
        Ok(bytes as usize)
    } else {
        Err(wrong())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_read() {
        let good = [
            ("0", 0),
            ("5000", 5000),
            ("1_000", 1000),
            ("10k", 10_000),
            ("2.5M", 2_500_000),
        ];
        for (text, n) in good
            .into_iter()
            .chain([("1e6", 1_000_000), ("1G", 1_000_000_000)])
        {
            assert_eq!(count(text), Ok(n), "{text}");
        }
        assert_eq!(count("18446744073709551615"), Ok(u64::MAX));
        for text in [
            "", "-1", "k", "1.5", "1e99", "1x", "nan", "inf", "1e-3", "9e18",
        ] {
            assert!(count(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_read() {
        let ms = Duration::from_millis;
        let good = [
            ("100ms", 100),
            ("1s", 1000),
            ("1.5s", 1500),
            ("2m", 120_000),
            ("1m30s", 90_000),
        ];
        for (text, n) in good
            .into_iter()
            .chain([("0", 0), ("0s", 0), ("1h", 3_600_000)])
        {
            assert_eq!(duration(text), Ok(ms(n)), "{text}");
        }
        for text in [
            "",
            "5",
            "s",
            "-1s",
            "1 s",
            "1y",
            "1s2",
            "99999999999999999999h",
        ] {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn sizes_are_read() {
        let good = [
            ("0", 0),
            ("1024", 1024),
            ("64MB", 64_000_000),
            ("1GiB", 1 << 30),
            ("64M", 64 << 20),
        ];
        for (text, n) in good {
            assert_eq!(size(text), Ok(n), "{text}");
        }
        for text in ["", "MB", "1TB?", "-5MB", "99999999999GiB"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
