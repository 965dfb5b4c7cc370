import {CommandFailure} from './failure.js';
import {parseJSONPath, relaxed} from './json-path.js';
import {alignRows} from './tab-writer.js';
import type {Value} from './unstructured.js';

/**
Prints `NAME:.metadata.name,IMAGE:.spec.containers[*].image` as a table.

@mirrors kubectl/pkg/cmd/get NewCustomColumnsPrinterFromSpec
*/
export const customColumns = (spec: string, objects: readonly unknown[], noHeaders: boolean): string => {
	if (spec === '') {
		throw new CommandFailure('custom-columns format specified but no custom columns given');
	}

	const columns = spec.split(',').map((part) => {
		const colon = part.indexOf(':');
		if (colon === -1) {
			throw new CommandFailure(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`);
		}

		return {header: part.slice(0, colon), path: parseJSONPath(relaxed(part.slice(colon + 1)))};
	});
	const rows = objects.map((object) => columns.map(({path}) => cell(path.find(object))));
	return alignRows(noHeaders ? rows : [columns.map(({header}) => header), ...rows]);
};

const cell = (values: readonly Value[]): string => (values.length === 0 ? '<none>' : values.map(goText).join(','));

/** As Go's `%v` prints the value. */
export const goText = (value: Value): string => {
	if (value === null || value === undefined) {
		return '<nil>';
	}

	if (Array.isArray(value)) {
		return `[${value.map(goText).join(' ')}]`;
	}

	return typeof value === 'object'
		? `map[${Object.keys(value)
				.sort()
				.map((key) => `${key}:${goText(value[key])}`)
				.join(' ')}]`
		: String(value);
};
