import {readFileSync, writeFileSync} from 'node:fs';
import type {ExecutionContext} from 'ava';
import {packageFile} from '../kernel/node-platform.js';

/** A document of the project. @param path from its top: `README.md`, `source/manual/keys.md`. */
export const readDocument = (path: string): string => readFileSync(packageFile(path), 'utf8');

/** The page of the manual about a topic. */
export const readPage = (topic: string): string => readDocument(`source/manual/${topic}.md`);

/** The part of a document between `<!-- name -->` and `<!-- /name -->`, with the empty lines around it. @throws {Error} when a mark is missing */
const splitAt = (text: string, path: string, name: string): readonly [before: string, part: string, after: string] => {
	const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
	const [from, to] = [text.indexOf(begin), text.indexOf(end)];
	if (from === -1 || to < from) {
		throw new Error(`${path}: ${begin} … ${end} is missing`);
	}

	return [text.slice(0, from + begin.length), text.slice(from + begin.length, to), text.slice(to)];
};

/** The part of a document between `<!-- name -->` and `<!-- /name -->`. @throws {Error} when a mark is missing */
export const readPart = (path: string, name: string): string => splitAt(readDocument(path), path, name)[1].trim();

/**
Compares a generated part of a document with the code's own text; UPDATE_SNAPSHOTS=1 writes it.

@param essence the part of a text that must be equal, for example without step numbers; by default, the whole text
*/
export const checkPart = (
	t: ExecutionContext,
	path: string,
	name: string,
	expected: string,
	essence = (text: string): string => text,
): void => {
	const [before, part, after] = splitAt(readDocument(path), path, name);
	const whole = `\n\n${expected}\n\n`;
	if (process.env.UPDATE_SNAPSHOTS) {
		writeFileSync(packageFile(path), before + whole + after);
		t.pass();
		return;
	}

	t.is(essence(part), essence(whole), `${path}: UPDATE_SNAPSHOTS=1 writes it`);
};
