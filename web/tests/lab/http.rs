//! The addresses.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use gametree_web::lab::{Lab, api};
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::fake::{Bench, until};

/// Asks the router as the server does.
async fn ask(lab: &Arc<Lab>, method: &str, path: &str, body: Option<Value>) -> (StatusCode, Value) {
    let router = axum::Router::new().nest("/api/runs", api::router(Arc::clone(lab)));
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("content-type", "application/json");
    let body = body.map_or(Body::empty(), |body| Body::from(body.to_string()));
    let answer = router.oneshot(request.body(body).unwrap()).await.unwrap();
    let status = answer.status();
    let bytes = axum::body::to_bytes(answer.into_body(), 1 << 20)
        .await
        .unwrap();
    (
        status,
        serde_json::from_slice(&bytes).unwrap_or(Value::Null),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_over_http() {
    let bench = Bench::new(40, None);
    let lab = Arc::new(bench.lab(1));
    let new = json!({"kind": "match", "a": "alphabeta", "b": "random", "game": "held-back",
        "limits": {"depth": "2"}, "games": 40, "threads": 1});
    let (status, run) = ask(&lab, "POST", "/api/runs", Some(new)).await;
    assert_eq!(
        (status, &run["id"], &run["state"]),
        (StatusCode::OK, &json!("m-0001"), &json!("running"))
    );
    assert_eq!(
        run["command"],
        "gametree match alphabeta random --game=held-back --depth=2 --games=40 --threads=1"
    );
    until("games", || {
        lab.get("m-0001").unwrap().card.figures.unwrap().games >= 4
    });
    let (_, run) = ask(
        &lab,
        "POST",
        "/api/runs/m-0001",
        Some(json!({"state": "paused"})),
    )
    .await;
    assert_eq!(run["state"], "paused");
    let (_, list) = ask(&lab, "GET", "/api/runs", None).await;
    assert_eq!(
        (&list["schema"], &list["runs"][0]["figures"]["total"]),
        (&json!("gametree.runs/1"), &json!(40))
    );
    let (_, games) = ask(&lab, "GET", "/api/runs/m-0001/games?offset=1&limit=2", None).await;
    assert_eq!(
        (
            games["games"].as_array().unwrap().len(),
            &games["games"][0]["number"]
        ),
        (2, &json!(2))
    );
    let (_, series) = ask(&lab, "GET", "/api/runs/m-0001/series", None).await;
    assert_eq!(series["games"][0], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_have_a_code_a_message_and_a_hint() {
    let bench = Bench::new(4, None);
    let lab = Arc::new(bench.lab(1));
    let wrong = |game: &str| json!({"kind": "match", "a": "pvs", "b": "random", "game": game, "limits": {"depth": "2"}});
    let cases = [
        ("GET", "/api/runs/m-0001", None, StatusCode::NOT_FOUND),
        ("GET", "/api/runs/m-0001/games", None, StatusCode::NOT_FOUND),
        (
            "GET",
            "/api/runs/m-0001/games?limit=x",
            None,
            StatusCode::BAD_REQUEST,
        ),
        (
            "GET",
            "/api/runs/m-0001/series",
            None,
            StatusCode::NOT_FOUND,
        ),
        (
            "POST",
            "/api/runs/m-0001",
            Some(json!({"state": "paused"})),
            StatusCode::NOT_FOUND,
        ),
        (
            "POST",
            "/api/runs/m-0001",
            Some(json!({"state": "deleted"})),
            StatusCode::BAD_REQUEST,
        ),
        (
            "POST",
            "/api/runs",
            Some(json!({"kind": "match"})),
            StatusCode::BAD_REQUEST,
        ),
        (
            "POST",
            "/api/runs",
            Some(wrong("tree:x")),
            StatusCode::BAD_REQUEST,
        ),
        (
            "POST",
            "/api/runs",
            Some(wrong("refused")),
            StatusCode::BAD_REQUEST,
        ),
    ];
    for (method, path, body, expected) in cases {
        let (status, answer) = ask(&lab, method, path, body).await;
        assert_eq!(status, expected, "{method} {path}");
        assert!(
            answer["code"].is_string()
                && answer["message"].is_string()
                && answer["hint"].is_string(),
            "{answer}"
        );
    }
}

/// The description names every address, and what is in the answers.
#[test]
fn the_interface_is_described() {
    use utoipa::OpenApi;
    let described = serde_json::to_value(api::Description::openapi()).unwrap();
    for path in [
        "/api/runs",
        "/api/runs/{run}",
        "/api/runs/{run}/games",
        "/api/runs/{run}/games/{number}",
        "/api/runs/{run}/series",
    ] {
        assert!(described["paths"][path]["get"].is_object(), "{path}");
    }
    for name in ["NewRun", "Run", "Figures", "Series", "Games"] {
        assert!(
            described["components"]["schemas"][name].is_object(),
            "{name}"
        );
    }
}
