import type {OutputName} from '../output-names.js';
import {github} from './github.js';
import {gitlab} from './gitlab.js';
import {json, jsonl} from './json.js';
import {junit} from './junit.js';
import {markdown} from './markdown.js';
import type {Render} from './render.js';
import {sarif} from './sarif.js';

/** The functions that print each format for machines. */
export const renders: Readonly<Record<Exclude<OutputName, 'text'>, Render>> = {
	json,
	jsonl,
	junit,
	sarif,
	github,
	gitlab,
	markdown,
};
