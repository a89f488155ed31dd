// The view library in one place: templates, hooks, signals. Pages import from here only.
import {
  h,
  render,
  Fragment,
  Component,
  createContext,
  createRef,
  cloneElement,
  toChildArray,
} from '/vendor/preact/preact.js';
import htm from '/vendor/htm/htm.js';

export const html = htm.bind(h);
export { h, render, Fragment, Component, createContext, createRef, cloneElement, toChildArray };
export {
  useState,
  useEffect,
  useLayoutEffect,
  useRef,
  useMemo,
  useCallback,
  useReducer,
  useContext,
  useId,
  useErrorBoundary,
} from '/vendor/preact/hooks.js';
export {
  signal,
  computed,
  effect,
  batch,
  untracked,
  useSignal,
  useComputed,
  useSignalEffect,
} from '/vendor/signals/signals.js';

/** Class names from a mixed list: `cls('a', on && 'b')`. */
export function cls(...names) {
  return names.filter(Boolean).join(' ');
}
