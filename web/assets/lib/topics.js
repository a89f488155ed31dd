// What the server keeps fresh for us: one topic an address, shared by everybody who looks at it.
import { signal } from '/lib/preact.js';
import { merge } from '/lib/merge.js';
import { shaped } from '/lib/shape.js';

const KEPT = 120; // addresses remembered after their last reader has gone

/** @type {Answer<any>} */
const EMPTY = { data: null, error: null, stale: true, at: 0 };
/** @type {Map<string, Topic>} */
const topics = new Map();

/** The topic of an address; made where there is none. */
export function topicOf(path) {
  let topic = topics.get(path);
  if (!topic) topic = { path, holders: 0, version: null, state: signal(EMPTY) };
  topics.delete(path);
  topics.set(path, topic);
  forget();
  return topic;
}

/** The topic of an address, where there is one. */
export function known(path) {
  return topics.get(path);
}

/** The topics that somebody looks at. */
export function held() {
  return [...topics.values()].filter((topic) => topic.holders > 0);
}

function forget() {
  if (topics.size <= KEPT) return;
  for (const topic of topics.values()) {
    if (topic.holders === 0) return topics.delete(topic.path);
  }
}

/**
 * Takes a whole answer.
 * @param {Topic} topic
 */
export function take(topic, data, version = null) {
  topic.version = version;
  topic.raw = data;
  topic.state.value = { data: shaped(data), error: null, stale: false, at: Date.now() };
}

/**
 * Takes a change; false where one was missed, so that the whole must be asked for.
 * @param {Topic} topic
 */
export function patch(topic, change, version) {
  if (topic.version === null || version !== topic.version + 1) return false;
  take(topic, merge(topic.raw, change), version);
  return true;
}

/**
 * Takes a refusal; what was known stays, and is stale.
 * @param {Topic} topic
 */
export function refuse(topic, error) {
  topic.version = null;
  topic.state.value = { ...topic.state.peek(), error, stale: true };
}

/** Nothing is fresh any more. */
export function spoil() {
  for (const topic of topics.values()) {
    topic.version = null;
    const now = topic.state.peek();
    if (!now.stale) topic.state.value = { ...now, stale: true };
  }
}
