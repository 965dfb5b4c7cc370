import type {Frame, Stop} from '../../kernel/stop.js';
import {printable} from '../../scenario/mistake.js';
import {sentenceOf} from '../../stages/sentence.js';
import {formAt} from '../../stages/writers/in-flight.js';
import {writerLetters} from '../../stages/writers/writer.js';
import {yamlLines, type YAMLLine} from '../../screen/paint/yaml-lines.js';
import {writtenLines, type Authorship, type WrittenLine} from '../../screen/state/authorship.js';
import {changeAt} from '../../screen/state/object-change.js';
import {objectName} from '../../objects/object-name.js';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {isRecord} from '../../kernel/record.js';
import {inOrder, participantOf} from '../participant.js';
import {stopsOf, type Stretch} from '../stretch.js';

/** Lines of all versions of all objects together; a page with more opens slowly. */
const mostLines = 300_000;

/** Numbers for values that repeat: each value is written once, in the order of first use. */
class Table<Key, Row> {
	readonly rows: Row[] = [];
	readonly #numbers = new Map<Key, number>();

	constructor(readonly rowOf: (key: Key) => Row) {}

	/** The number of a row, which is added at its first request. */
	numberOf(key: Key): number {
		return getOrInsert(this.#numbers, key, () => this.rows.push(this.rowOf(key)) - 1);
	}
}

const outcomes = [undefined, 'passed', 'refused', 'failed', 'warning'] as const;

/** The data of a run for a page: tables, and rows of numbers that point into them. */
export interface PageData {
	readonly texts: readonly string[];
	/** The participants, in the order of their lanes. */
	readonly lanes: readonly number[];
	/** Name, component and the frame around it (−1: none), and the step of its beginning. */
	readonly frames: readonly unknown[];
	/** Letter and name of the writer, the step, and the place in the user's file. */
	readonly authors: readonly unknown[];
	/** Per version of an object: text and author (−1: none) of each line, one after another. */
	readonly versions: ReadonlyArray<readonly number[]>;
	/** Per stop: step, time, process, participant, stage, outcome, cause, sentence, object, its title, version before and after (−1: none), frame. */
	readonly stops: ReadonlyArray<readonly number[]>;
	/** The step from which objects are left out, if they became too large. */
	readonly objectsUntil?: number;
}

/** Gathers the data of a page, stop after stop. */
class Gathering {
	readonly texts = new Table((text: string) => printable(text));
	readonly frames = new Table((frame: Frame): readonly number[] => [
		this.texts.numberOf(frame.name),
		this.texts.numberOf(frame.component),
		frame.parent ? this.frames.numberOf(frame.parent) : -1,
		frame.step,
	]);
	readonly versions: Array<readonly number[]> = [];
	readonly #authors = new Map<string, number>();
	readonly authors: unknown[] = [];
	/** Versions by the value that they show. */
	readonly #numbers = new Map<object, number>();
	#lines = 0;

	constructor(readonly stretch: Stretch) {}

	get isFull(): boolean {
		return this.#lines >= mostLines;
	}

	#author({step, writer, place = ''}: Authorship): number {
		const row = [
			this.texts.numberOf(writerLetters[writer.kind]),
			this.texts.numberOf(writer.name),
			step,
			this.texts.numberOf(place),
		];
		return getOrInsert(this.#authors, row.join(' '), () => this.authors.push(row) - 1);
	}

	/** The number of a version; −1 where there is no object. */
	#version(value: unknown, lines: () => ReadonlyArray<YAMLLine | WrittenLine>): number {
		if (!isRecord(value)) {
			return -1;
		}

		return getOrInsert(this.#numbers, value, () => {
			const all = lines();
			this.#lines += all.length;
			return (
				this.versions.push(
					all.flatMap((line) => [this.texts.numberOf(line.text), 'by' in line && line.by ? this.#author(line.by) : -1]),
				) - 1
			);
		});
	}

	/** The versions of its object before a stop and after it. */
	#change(stop: Stop): readonly [before: number, after: number] {
		const {recording} = this.stretch;
		const {object: key, step} = stop;
		if (key === undefined || this.isFull) {
			return [-1, -1];
		}

		const {before, after} = changeAt(recording, stop);
		const isWritten = after === recording.kernel.ledger.readAt(key, step) || after === formAt(stop);
		return [
			this.#version(before, () => yamlLines(before)),
			this.#version(after, () => (isWritten ? writtenLines(recording, key, step) : yamlLines(after))),
		];
	}

	row(stop: Stop): readonly number[] {
		const {language, fromMs} = this.stretch;
		const {object} = stop;
		return [
			stop.step,
			stop.timeMs - fromMs,
			this.texts.numberOf(stop.process),
			this.texts.numberOf(participantOf(stop)),
			this.texts.numberOf(stop.stage),
			outcomes.indexOf(stop.outcome),
			stop.cause,
			this.texts.numberOf(sentenceOf(stop, language)),
			object === undefined ? -1 : this.texts.numberOf(object),
			object === undefined ? -1 : this.texts.numberOf(titleOfObject(object)),
			...this.#change(stop),
			stop.frame ? this.frames.numberOf(stop.frame) : -1,
		];
	}
}

const titleOfObject = (key: string): string => {
	const name = objectName(key);
	return name ? `${name.resource} ${name.namespace === undefined ? '' : `${name.namespace}/`}${name.name}` : key;
};

/** The data of a stretch for a page. */
export const pageData = (stretch: Stretch): PageData => {
	const gathering = new Gathering(stretch);
	let objectsUntil: number | undefined;
	const stops: Array<readonly number[]> = [];
	for (const stop of stopsOf(stretch)) {
		if (gathering.isFull) {
			objectsUntil ??= stop.step;
		}

		stops.push(gathering.row(stop));
	}

	const {texts, frames, authors, versions} = gathering;
	const lanes = inOrder([...stopsOf(stretch)].map((stop) => participantOf(stop)));
	return {
		lanes: lanes.map((name) => texts.numberOf(name)),
		texts: texts.rows,
		frames: frames.rows,
		authors,
		versions,
		stops,
		...(objectsUntil === undefined ? {} : {objectsUntil}),
	};
};
