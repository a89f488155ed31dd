//! Small square matrices, row by row.

pub(crate) type Matrix = Vec<Vec<f64>>;

/// The product of two square matrices.
pub(crate) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    let cell = |row: &Vec<f64>, j: usize| row.iter().zip(b).map(|(x, other)| x * other[j]).sum();
    a.iter()
        .map(|row| (0..b.len()).map(|j| cell(row, j)).collect())
        .collect()
}

/// The inverse, by Gauss and Jordan with the largest pivot of each column; `None` where a pivot
/// vanishes.
pub(crate) fn invert(mut a: Matrix) -> Option<Matrix> {
    let n = a.len();
    for (i, row) in a.iter_mut().enumerate() {
        row.extend((0..n).map(|j| f64::from(u8::from(i == j))));
    }
    for column in 0..n {
        let pivot =
            (column..n).max_by(|&i, &j| a[i][column].abs().total_cmp(&a[j][column].abs()))?;
        a.swap(column, pivot);
        let head = a[column][column];
        if head.abs() < f64::MIN_POSITIVE || !head.is_finite() {
            return None;
        }
        a[column].iter_mut().for_each(|x| *x /= head);
        let unit = a[column].clone();
        for (_, row) in a.iter_mut().enumerate().filter(|&(i, _)| i != column) {
            let times = row[column];
            row.iter_mut()
                .zip(&unit)
                .for_each(|(x, one)| *x -= times * one);
        }
    }
    Some(a.into_iter().map(|row| row[n..].to_vec()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_matrix_times_its_inverse_is_one() {
        let mut rng = gametree::rng::Rng::new(1);
        for n in 1..8 {
            let a: Matrix = (0..n)
                .map(|_| (0..n).map(|_| rng.unit() - 0.5).collect())
                .collect();
            let one = product(&a, &invert(a.clone()).unwrap());
            for (i, row) in one.iter().enumerate() {
                assert!(
                    row.iter()
                        .enumerate()
                        .all(|(j, x)| (x - f64::from(u8::from(i == j))).abs() < 1e-9)
                );
            }
        }
        assert!(
            invert(vec![vec![0.0, 1.0], vec![1.0, 0.0]]).is_some(),
            "rows are exchanged"
        );
        assert_eq!(invert(vec![vec![1.0, 2.0], vec![2.0, 4.0]]), None);
    }
}
