import {goText} from '../../go/print.js';
import {isRecord, type Fields} from '../../kernel/record.js';
import {nestedSlice} from '../../objects/unstructured.js';
import type {Describer} from './describer.js';
import {pairs, writeEvents, writeHead} from './text.js';
import type {DescriptionWriter} from './writer.js';

/** `podCIDRList` as `pod`, `CIDR`, `List`. @mirrors github.com/fatih/camelcase Split */
const words = (name: string): string[] => {
	const found: string[] = [];
	for (const part of name.match(/\p{Ll}+|\p{Lu}+|\p{Nd}+|[^\p{Ll}\p{Lu}\p{Nd}]+/gu) ?? []) {
		const before = found.at(-1) ?? '';
		if (/^\p{Lu}/u.test(before) && /^\p{Ll}/u.test(part)) {
			// The last capital letter begins the word.
			const letters = [...before];
			const capital = letters.pop() ?? '';
			found.splice(-1, 1, letters.join(''), capital + part);
		} else {
			found.push(part);
		}
	}

	return found.filter((part) => part !== '');
};

const acronyms = ['API', 'URL', 'UID', 'GUID'];

/**
The name of a field as words: `minReadySeconds` as `Min Ready Seconds`.

@mirrors kubectl/pkg/describe smartLabelFor
*/
export const labelFor = (field: string): string => {
	if (/[^\p{L}-]/u.test(field)) {
		return field;
	}

	const merged: string[] = [];
	const queue = words(field);
	for (let part = queue.shift(); part !== undefined; part = queue.shift()) {
		const [next = ''] = queue;
		if (part.length >= 2 && !/[^\p{Lu}\P{L}]/u.test(part) && /^\p{Lu}/u.test(next)) {
			merged.push(part + next);
			queue.shift();
		} else {
			merged.push(part);
		}
	}

	return merged
		.map((part) => {
			if (acronyms.includes(part.toUpperCase())) {
				return part.toUpperCase();
			}

			if (part.toLowerCase() === part) {
				return part.replace(/^./u, (letter) => letter.toUpperCase());
			}

			return part;
		})
		.join(' ');
};

const skipped = new Set(
	['managedFields', 'name', 'namespace', 'labels', 'annotations'].map((name) => `.metadata.${name}`),
);

const writeFields = (writer: DescriptionWriter, level: number, fields: Fields, path: string): void => {
	for (const [field, value] of pairs(fields)) {
		const here = `${path}.${field}`;
		if (skipped.has(here) || value === undefined) {
			continue;
		}

		const label = labelFor(field);
		if (typeof value !== 'object' || value === null) {
			writer.write(level, `${label}:\t${goText(value)}\n`);
			continue;
		}

		writer.write(level, `${label}:\n`);
		if (isRecord(value)) {
			writeFields(writer, level + 1, value, here);
		}

		for (const item of nestedSlice(value)) {
			if (isRecord(item)) {
				writeFields(writer, level + 1, item, here);
			} else {
				writer.write(level + 1, `${goText(item)}\n`);
			}
		}
	}
};

/** Describes an object of an unknown kind by its fields. @mirrors kubectl/pkg/describe genericDescriber */
export const describeFields: Describer = function* (writer, object, around) {
	const happened = yield* around.events();
	writeHead(writer, object);
	writeFields(writer, 0, object, '');
	writeEvents(writer, happened, around.nowMs);
};
