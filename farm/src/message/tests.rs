use super::*;

fn task() -> TaskMessage {
    TaskMessage {
        project: "ruy-1".into(),
        session: u64::MAX,
        ticket: 7,
        attempt: 0,
        game: "nim:3,4,5".into(),
        position: "3,4,5".into(),
        among: vec![1, 2],
        nodes: 1000,
        lines: 1,
        region: 9,
        engines: vec!["Stockfish 15.1".into()],
        avoid: Vec::new(),
        lease: 30_000,
    }
}

fn refused(change: impl FnOnce(&mut TaskMessage)) -> MessageError {
    let mut task = task();
    change(&mut task);
    let bytes = serde_json::to_vec(&Envelope { v: 1, body: task }).unwrap();
    decode::<TaskMessage>(&bytes).unwrap_err()
}

#[test]
fn what_is_written_is_read() {
    assert_eq!(decode(&encode(&task()).unwrap()), Ok(task()));
}

#[test]
fn another_version_is_refused_whatever_its_shape() {
    let newer = br#"{"v": 2, "body": {"something": "else"}, "more": 1}"#;
    let refused = decode::<TaskMessage>(newer).unwrap_err();
    assert_eq!(refused, MessageError::Version(2));
}

#[test]
fn every_damaged_byte_is_refused_or_changes_only_what_it_says() {
    let bytes = encode(&task()).unwrap();
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x15;
        if let Ok(read) = decode::<TaskMessage>(&damaged) {
            assert_ne!(read, task(), "byte {at}");
        }
        assert!(decode::<TaskMessage>(&bytes[..at]).is_err());
    }
}

#[test]
fn fields_out_of_range_are_named() {
    let cases = [
        (refused(|task| task.project = "a.b".into()), "project"),
        (refused(|task| task.project = ">".into()), "project"),
        (refused(|task| task.nodes = 0), "nodes"),
        (refused(|task| task.nodes = u64::MAX), "nodes"),
        (refused(|task| task.lines = 0), "lines"),
        (refused(|task| task.lease = 0), "lease"),
        (refused(|task| task.position = "a\nquit".into()), "position"),
        (refused(|task| task.among = vec![1; 2000]), "among"),
    ];
    for (error, field) in cases {
        assert_eq!(error, MessageError::Field(field));
    }
    let long = vec![b' '; TaskMessage::MOST_BYTES + 1];
    let refused = decode::<TaskMessage>(&long).unwrap_err();
    assert_eq!(refused, MessageError::TooLong(long.len()));
}

#[test]
fn unknown_fields_are_refused() {
    let bytes = encode(&task()).unwrap();
    let text = String::from_utf8(bytes).unwrap();
    let more = text.replace("\"ticket\"", "\"shell\":\"rm\",\"ticket\"");
    let refused = decode::<TaskMessage>(more.as_bytes());
    assert!(matches!(refused, Err(MessageError::Malformed(_))));
}

#[test]
fn a_key_depends_on_what_is_asked_and_not_on_the_session() {
    let key = TaskKey::of(&task());
    let other = |change: fn(&mut TaskMessage)| {
        let mut task = task();
        change(&mut task);
        TaskKey::of(&task)
    };
    assert_eq!(other(|task| task.session = 1), key);
    assert_eq!(other(|task| task.attempt = 1), key);
    assert_ne!(other(|task| task.ticket = 8), key);
    assert_ne!(other(|task| task.position = "3,4,6".into()), key);
    assert_ne!(other(|task| task.among = vec![2, 1]), key);
    assert_ne!(other(|task| task.nodes = 1001), key);
}

#[test]
fn texts_become_names_and_lines() {
    assert_eq!(as_name("My Club: PC.3"), "my-club--pc-3");
    assert!(is_name(&as_name("")));
    assert_eq!(as_line("a\nb\u{7f}"), "a b ");
    assert!(as_line(&"ä".repeat(1000)).len() <= LONGEST_TEXT);
}
