//! How much memory this process may still take: what the machine has available, what the process's
//! control groups leave it, and what its address space may still grow by, whichever is least.

use std::path::Path;
use std::sync::OnceLock;

/// Used if the system says nothing about its memory; a WebAssembly module is given 1 GiB
/// (`xtask/src/wasm.rs`).
const UNKNOWN: usize = if cfg!(target_family = "wasm") {
    1 << 30
} else {
    4 << 30
};

/// The bytes that this process could still take at the first call.
pub fn available_memory() -> usize {
    static AVAILABLE: OnceLock<usize> = OnceLock::new();
    *AVAILABLE.get_or_init(|| {
        let read = |path: &Path| std::fs::read_to_string(path).ok();
        least(&read).unwrap_or(UNKNOWN)
    })
}

/// Reads a file, or says that it is not there.
type Read<'a> = &'a dyn Fn(&Path) -> Option<String>;

fn least(read: Read<'_>) -> Option<usize> {
    let group = left_of_groups(read);
    [of_the_machine(read), left_of_address_space(read), group]
        .into_iter()
        .flatten()
        .min()
}

/// `MemAvailable`: what programs can have without the machine beginning to swap.
fn of_the_machine(read: Read<'_>) -> Option<usize> {
    let text = read(Path::new("/proc/meminfo"))?;
    let line = text.lines().find_map(|l| l.strip_prefix("MemAvailable:"))?;
    let kib: usize = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kib.checked_mul(1024)
}

/// What `ulimit -v` leaves; `None` where there is no such limit.
fn left_of_address_space(read: Read<'_>) -> Option<usize> {
    let limits = read(Path::new("/proc/self/limits"))?;
    let line = limits
        .lines()
        .find_map(|line| line.strip_prefix("Max address space"))?;
    let most: usize = line.split_whitespace().next()?.parse().ok()?;
    let status = read(Path::new("/proc/self/status"))?;
    let used = status.lines().find_map(|l| l.strip_prefix("VmSize:"))?;
    let used: usize = used.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(most.saturating_sub(used * 1024))
}

/// The least that one of the process's control groups leaves it, version 1 or 2.
fn left_of_groups(read: Read<'_>) -> Option<usize> {
    let groups = read(Path::new("/proc/self/cgroup"))?;
    let left = groups.lines().filter_map(|line| {
        let mut parts = line.splitn(3, ':').skip(1);
        let controllers = parts.next()?;
        let path = parts.next()?;
        let (root, names) = match controllers {
            "" => ("/sys/fs/cgroup", Names::VERSION_2),
            list if list.split(',').any(|name| name == "memory") => {
                ("/sys/fs/cgroup/memory", Names::VERSION_1)
            }
            _ => return None,
        };
        let own = Path::new(path.trim_start_matches('/'));
        // A group is limited by those above it, too; in a container only the root may be there.
        let left = own.ancestors().map(|group| Path::new(root).join(group));
        left.filter_map(|group| names.left(&group, read)).min()
    });
    left.min()
}

/// The files of a control group.
struct Names {
    most: &'static str,
    used: &'static str,
    cache: &'static str,
}

impl Names {
    const VERSION_1: Names = Names {
        most: "memory.limit_in_bytes",
        used: "memory.usage_in_bytes",
        cache: "total_inactive_file ",
    };
    const VERSION_2: Names = Names {
        most: "memory.max",
        used: "memory.current",
        cache: "inactive_file ",
    };

    /// What a group leaves; `None` where it has no limit. Files that the system has in memory and
    /// can drop do not count as used.
    fn left(&self, group: &Path, read: Read<'_>) -> Option<usize> {
        let number = |name: &str| read(&group.join(name))?.trim().parse::<usize>().ok();
        let most = number(self.most)?;
        let used = number(self.used)?;
        let stat = read(&group.join("memory.stat")).unwrap_or_default();
        let cached = stat.lines().find_map(|line| line.strip_prefix(self.cache));
        let cached: usize = cached.and_then(|n| n.trim().parse().ok()).unwrap_or(0);
        Some(most.saturating_sub(used.saturating_sub(cached)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEMINFO: (&str, &str) = (
        "/proc/meminfo",
        "MemTotal:  9000 kB\nMemAvailable:   8000 kB\n",
    );
    const STATUS: (&str, &str) = ("/proc/self/status", "VmPeak: 900 kB\nVmSize:\t  1000 kB\n");

    fn of(files: &[(&str, &str)]) -> Option<usize> {
        least(&|path: &Path| {
            let found = files.iter().find(|(name, _)| Path::new(name) == path);
            found.map(|(_, text)| text.to_string())
        })
    }

    #[test]
    fn the_least_of_all_that_is_told_counts() {
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[MEMINFO]), Some(8000 * 1024));
        let tight = "Max cpu time   unlimited unlimited seconds\nMax address space  3072000  unlimited  bytes\n";
        let limits = ("/proc/self/limits", tight);
        assert_eq!(of(&[MEMINFO, STATUS, limits]), Some(2000 * 1024));
        let open = (
            "/proc/self/limits",
            "Max address space  unlimited unlimited bytes",
        );
        assert_eq!(of(&[MEMINFO, STATUS, open]), Some(8000 * 1024));
    }

    #[test]
    fn control_groups_limit_with_those_above_them() {
        let version_2 = [
            MEMINFO,
            ("/proc/self/cgroup", "0::/user/shell\n"),
            ("/sys/fs/cgroup/user/shell/memory.max", "max\n"),
            ("/sys/fs/cgroup/user/shell/memory.current", "100\n"),
            ("/sys/fs/cgroup/user/memory.max", "5000\n"),
            ("/sys/fs/cgroup/user/memory.current", "3000\n"),
            (
                "/sys/fs/cgroup/user/memory.stat",
                "anon 5\ninactive_file 1000\n",
            ),
        ];
        assert_eq!(of(&version_2), Some(3000));
        let version_1 = [
            MEMINFO,
            (
                "/proc/self/cgroup",
                "5:cpu:/\n4:hugetlb,memory:/docker/ab\n",
            ),
            ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "7000\n"),
            ("/sys/fs/cgroup/memory/memory.usage_in_bytes", "6000\n"),
        ];
        assert_eq!(of(&version_1), Some(1000));
    }

    #[test]
    fn this_machine_has_some() {
        assert!(available_memory() > 1 << 20);
    }
}
