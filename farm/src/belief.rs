//! Which results are believed: legal moves, values in range, the right engine, enough work.

use std::sync::Arc;

use gametree::{Finding, Persistent, PvLine, Question, Score, Source, Verdict, Wdl};

use crate::message::{FindingMessage, LineMessage};

/// A search that says less than this part of what it was asked for has not done its work, unless
/// the position is decided.
const LEAST_WORK: u64 = 100;

/// Engines check their clocks now and then, and some count quiescence: this many times the nodes of
/// a task, and a million, is more than any of them overshoots.
const MOST_WORK: u64 = 64;

/// A finding as it travels.
#[must_use]
pub fn write_finding<G: Persistent>(position: &G, finding: &Finding<G::Move>) -> FindingMessage {
    let line = |line: &PvLine<G::Move>| LineMessage {
        value: line.value.raw(),
        moves: write_line(position, &line.moves),
        depth: line.depth,
    };
    let shown = |&(m, score): &(G::Move, Score)| (position.encode(m), score.raw());
    FindingMessage {
        value: finding.value.raw(),
        line: write_line(position, &finding.line),
        shown: finding.shown.iter().map(shown).collect(),
        lines: finding.lines.iter().map(line).collect(),
        depth: finding.depth,
        nodes: finding.nodes,
        wdl: finding.wdl.map(|wdl| [wdl.win, wdl.draw, wdl.loss]),
        source: (&*finding.source).into(),
    }
}

fn write_line<G: Persistent>(position: &G, moves: &[G::Move]) -> Vec<u32> {
    let mut position = position.clone();
    let code = |&m: &G::Move| {
        let code = position.encode(m);
        position.play(m);
        code
    };
    moves.iter().map(code).collect()
}

/// The finding of a message, if it can be one for this task. `engines` are those whose results
/// count; empty: any.
///
/// # Errors
/// Why it is not believed, for people.
pub fn believe<G: Persistent>(
    question: &Question<G>,
    engines: &[String],
    message: FindingMessage,
) -> Result<Finding<G::Move>, String> {
    let position = &question.position;
    check_source(engines, &message)?;
    let value = read_score(message.value)?;
    let line = read_line(position, &message.line)?;
    check_first(question, line[0])?;
    check_decided(position, value, &line)?;
    check_work(question.nodes, value, message.nodes)?;
    let shown = |(code, raw): (u32, i32)| {
        let m = position.decode(code);
        let m = m.ok_or_else(|| format!("an illegal move was shown (code {code})"))?;
        Ok::<_, String>((m, read_score(raw)?))
    };
    let shown = message.shown.into_iter().map(shown);
    let shown: Vec<(G::Move, Score)> = shown.collect::<Result<_, _>>()?;
    shown
        .iter()
        .try_for_each(|&(m, _)| check_first(question, m))?;
    Ok(Finding {
        value,
        wdl: read_wdl(message.wdl)?,
        lines: read_lines(question, line[0], message.lines)?,
        line,
        shown,
        depth: message.depth,
        nodes: message.nodes,
        source: Arc::new(message.source.into()),
    })
}

/// A worker cannot make its values proven, nor speak for another engine.
fn check_source(engines: &[String], message: &FindingMessage) -> Result<(), String> {
    let source: Source = message.source.clone().into();
    if source.is_exact() {
        return Err(format!("{} claims that its values are proven", source.name));
    }
    if !engines.is_empty() && !engines.contains(&source.name) {
        let wanted = engines.join(" or ");
        return Err(format!("the result is by {}, not by {wanted}", source.name));
    }
    Ok(())
}

fn read_score(raw: i32) -> Result<Score, String> {
    let highest = Score::win_in(0).raw();
    if (-highest..=highest).contains(&raw) {
        return Ok(Score::from_raw(raw));
    }
    Err(format!("the value {raw} is out of range"))
}

fn read_wdl(told: Option<[u16; 3]>) -> Result<Option<Wdl>, String> {
    let Some([win, draw, loss]) = told else {
        return Ok(None);
    };
    let wdl = Wdl::new(win, draw, loss);
    wdl.map(Some)
        .ok_or_else(|| format!("wins, draws and losses of {win}, {draw} and {loss} are not 1000"))
}

/// The moves of a line: at least one, each legal after those before it.
fn read_line<G: Persistent>(position: &G, codes: &[u32]) -> Result<Vec<G::Move>, String> {
    let mut position = position.clone();
    let mut moves = Vec::with_capacity(codes.len());
    for (ply, &code) in codes.iter().enumerate() {
        let goes_on = position.outcome().is_none();
        let m = goes_on.then(|| position.decode(code)).flatten();
        let m = m.ok_or_else(|| format!("move {} of a line is illegal (code {code})", ply + 1))?;
        moves.push(m);
        position.play(m);
    }
    match moves.is_empty() {
        true => Err("a line is empty".into()),
        false => Ok(moves),
    }
}

fn check_first<G: Persistent>(question: &Question<G>, first: G::Move) -> Result<(), String> {
    match question.among.is_empty() || question.among.contains(&first) {
        true => Ok(()),
        false => Err("the best move is none of those to choose from".into()),
    }
}

/// A win or loss whose line is long enough must end the game, for its winner.
fn check_decided<G: Persistent>(
    position: &G,
    value: Score,
    line: &[G::Move],
) -> Result<(), String> {
    let plies = match value.verdict() {
        Verdict::Points(_) => return Ok(()),
        Verdict::Win(plies) | Verdict::Loss(plies) => plies as usize,
    };
    if line.len() < plies {
        return Ok(());
    }
    let mut end = position.clone();
    line[..plies].iter().for_each(|&m| end.play(m));
    match end.outcome() {
        Some(_) => Ok(()),
        None => Err(format!(
            "the line does not end the game, though the value says in {plies} plies"
        )),
    }
}

fn check_work(asked: u64, value: Score, nodes: u64) -> Result<(), String> {
    if nodes > asked.saturating_mul(MOST_WORK).saturating_add(1_000_000) {
        return Err(format!("{nodes} nodes are more than {asked} can be"));
    }
    if nodes < asked / LEAST_WORK && !value.is_decided() && value != Score::DRAW {
        return Err(format!("only {nodes} of {asked} nodes were searched"));
    }
    Ok(())
}

/// The other lines: with other first moves, no more than were asked for.
fn read_lines<G: Persistent>(
    question: &Question<G>,
    best: G::Move,
    lines: Vec<LineMessage>,
) -> Result<Vec<PvLine<G::Move>>, String> {
    if lines.len() >= question.lines.max(1) as usize {
        return Err("there are more lines than were asked for".into());
    }
    let mut firsts = vec![best];
    let mut read = Vec::with_capacity(lines.len());
    for line in lines {
        let moves = read_line(&question.position, &line.moves)?;
        check_first(question, moves[0])?;
        if firsts.contains(&moves[0]) {
            return Err("two lines begin with the same move".into());
        }
        firsts.push(moves[0]);
        read.push(PvLine {
            value: read_score(line.value)?,
            moves,
            depth: line.depth,
        });
    }
    Ok(read)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gametree::Game;
    use gametree_games::connect4::Connect4;

    fn question() -> Question<Connect4> {
        Question {
            ticket: 1,
            position: Connect4::default(),
            among: Vec::new(),
            nodes: 1000,
            lines: 2,
            region: 0,
        }
    }

    fn finding(question: &Question<Connect4>) -> Finding<<Connect4 as Game>::Move> {
        let position = &question.position;
        let moves: Vec<_> = position.moves().collect();
        let reply = position.after(moves[0]).moves().next().unwrap();
        Finding {
            value: Score::points(12),
            line: vec![moves[0], reply],
            shown: vec![(moves[1], Score::points(3)), (moves[0], Score::points(12))],
            lines: vec![PvLine {
                value: Score::points(2),
                moves: vec![moves[1]],
                depth: 4,
            }],
            depth: 5,
            nodes: 1003,
            wdl: Wdl::new(310, 600, 90),
            source: Arc::new(Source {
                name: "engine 1".into(),
                options: "Hash=1".into(),
            }),
        }
    }

    fn refused(change: impl FnOnce(&mut FindingMessage)) -> String {
        let question = question();
        let mut message = write_finding(&question.position, &finding(&question));
        change(&mut message);
        believe(&question, &["engine 1".into()], message).unwrap_err()
    }

    #[test]
    fn what_is_written_is_believed_as_it_was() {
        let question = question();
        let message = write_finding(&question.position, &finding(&question));
        let believed = believe(&question, &["engine 1".into()], message);
        assert_eq!(believed, Ok(finding(&question)));
    }

    #[test]
    fn lies_are_refused_each_with_its_reason() {
        assert!(refused(|m| m.line = vec![4711]).contains("move 1 of a line is illegal"));
        assert!(refused(|m| m.line[1] = 4711).contains("move 2 of a line is illegal"));
        assert!(refused(|m| m.line.clear()).contains("a line is empty"));
        assert!(refused(|m| m.value = i32::MAX).contains("out of range"));
        assert!(refused(|m| m.value = i32::MIN).contains("out of range"));
        assert!(refused(|m| m.shown[0].0 = 4711).contains("illegal move was shown"));
        assert!(refused(|m| m.shown[0].1 = i32::MAX).contains("out of range"));
        assert!(refused(|m| m.lines[0].moves = vec![4711]).contains("illegal"));
        assert!(refused(|m| m.lines[0].moves = vec![m.line[0]]).contains("same move"));
        assert!(refused(|m| m.lines.push(m.lines[0].clone())).contains("more lines"));
        assert!(refused(|m| m.wdl = Some([500, 500, 1])).contains("are not 1000"));
        assert!(refused(|m| m.wdl = Some([u16::MAX; 3])).contains("are not 1000"));
        assert!(refused(|m| m.nodes = 3).contains("only 3 of 1000"));
        assert!(refused(|m| m.nodes = u64::MAX).contains("more than 1000 can be"));
        assert!(refused(|m| m.source.name = "engine 2".into()).contains("not by engine 1"));
        assert!(refused(|m| m.source.options = "exact".into()).contains("proven"));
        let mated = refused(|m| m.value = Score::win_in(2).raw());
        assert!(mated.contains("does not end the game"));
    }

    #[test]
    fn only_the_moves_to_choose_from_count() {
        let whole = question();
        let message = write_finding(&whole.position, &finding(&whole));
        let among = vec![whole.position.moves().last().unwrap()];
        let refused = believe(&Question { among, ..whole }, &[], message);
        assert!(refused.unwrap_err().contains("none of those"));
    }
}
