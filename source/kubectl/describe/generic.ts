import {goText} from '../../go/print.js';
import type {Describer} from './describer.js';
import {writeEvents, writeHead} from './text.js';
import type {DescriptionWriter} from './writer.js';
import {isRecord} from '../../kernel/record.js';

/** `podCIDRList` as `pod`, `CIDR`, `List`. @mirrors github.com/fatih/camelcase Split */
const words = (name: string): string[] => {
	const parts = name.match(/\p{Ll}+|\p{Lu}+|\p{Nd}+|[^\p{Ll}\p{Lu}\p{Nd}]+/gu) ?? [];
	for (let index = 0; index < parts.length - 1; index++) {
		if (/^\p{Lu}/u.test(parts[index]!) && /^\p{Ll}/u.test(parts[index + 1]!)) {
			const letters = [...parts[index]!];
			parts[index + 1] = letters.pop()! + parts[index + 1]!;
			parts[index] = letters.join('');
		}
	}

	return parts.filter((part) => part !== '');
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
	const parts = words(field);
	for (let index = 0; index < parts.length; index++) {
		const [part, next = ''] = [parts[index]!, parts[index + 1]];
		if (part.length >= 2 && !/[^\p{Lu}\P{L}]/u.test(part) && /^\p{Lu}/u.test(next)) {
			merged.push(part + next);
			index++;
		} else {
			merged.push(part);
		}
	}

	return merged
		.map((part) =>
			acronyms.includes(part.toUpperCase())
				? part.toUpperCase()
				: part.toLowerCase() === part
					? part.replace(/^./u, (letter) => letter.toUpperCase())
					: part,
		)
		.join(' ');
};

const skipped = new Set(
	['managedFields', 'name', 'namespace', 'labels', 'annotations'].map((name) => `.metadata.${name}`),
);

const writeFields = (writer: DescriptionWriter, level: number, fields: object, path: string): void => {
	for (const [field, value] of Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)) as Array<
		[string, unknown]
	>) {
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
		if (!Array.isArray(value)) {
			writeFields(writer, level + 1, value, here);
			continue;
		}

		for (const item of value as readonly unknown[]) {
			if (isRecord(item)) {
				writeFields(writer, level + 1, item, here);
			} else {
				writer.write(level + 1, `${goText(item)}\n`);
			}
		}
	}
};

/** An object of a kind that kubectl knows nothing about: its fields. @mirrors kubectl/pkg/describe genericDescriber */
export const describeFields: Describer = function* (writer, object, around) {
	const happened = yield* around.events();
	writeHead(writer, object);
	writeFields(writer, 0, object, '');
	writeEvents(writer, happened, around.nowMs);
};
