import {goText} from '../../go/print.js';
import {CommandFailure} from '../failure.js';
import {compileJSONPath, relaxed, type JSONPath} from '../json-path.js';
import {RowPrinter, safeCell} from './row-printer.js';

const noColumns = 'custom-columns format specified but no custom columns given';

/**
The columns of a file, in the form of `-o custom-columns=`: headers in its first line, expressions in the second.

@throws {CommandFailure} for a file that does not have two lines with equally many words.
@mirrors kubectl/pkg/cmd/get NewCustomColumnsPrinterFromTemplate
*/
export const columnsOfTemplate = (template: string): string => {
	const [first, second] = template.replace(/\n$/, '').split('\n');
	if (!first || second === undefined) {
		throw new CommandFailure(
			`invalid template, missing ${first ? 'spec' : 'header'} line. Expected format is one line of space separated headers, one line of space separated column specs.`,
		);
	}

	const headers = first.split(/\s+/).filter((word) => word !== '');
	const paths = second.split(/\s+/).filter((word) => word !== '');
	if (headers.length !== paths.length) {
		throw new CommandFailure(
			`number of headers (${headers.length}) and field specifications (${paths.length}) don't match`,
		);
	}

	return headers.map((header, index) => `${header}:${paths[index]}`).join(',');
};

/**
Prints objects by columns such as `NAME:.metadata.name,IMAGE:.spec.containers[*].image`; headers once.

@mirrors kubectl/pkg/cmd/get CustomColumnsPrinter
*/
export class ColumnPrinter {
	readonly #columns: ReadonlyArray<{readonly header: string; readonly path: string}>;
	readonly #rows = new RowPrinter();
	#headerDue: boolean;

	/** @throws {CommandFailure} for columns that cannot be read. */
	constructor(spec: string, options: {readonly noHeaders: boolean}) {
		if (spec === '') {
			throw new CommandFailure(noColumns);
		}

		this.#headerDue = !options.noHeaders;
		this.#columns = spec.split(',').map((part) => {
			const colon = part.indexOf(':');
			if (colon === -1) {
				throw new CommandFailure(`unexpected custom-columns spec: ${part}, expected <header>:<json-path-expr>`);
			}

			return {header: part.slice(0, colon), path: relaxed(part.slice(colon + 1))};
		});
	}

	/**
	The lines of some objects.

	@param print receives the lines; headers are printed before the error of a wrong column.
	@throws {JSONPathError} for a column that cannot be evaluated.
	*/
	print(objects: readonly unknown[], print: (text: string) => void): void {
		const rows: string[][] = [];
		if (this.#headerDue) {
			this.#headerDue = false;
			rows.push(this.#columns.map(({header}) => header));
		}

		try {
			const paths = this.#columns.map(({path}) => compileJSONPath(path));
			for (const object of objects) {
				rows.push(paths.map((path) => cell(path.results(object))));
			}
		} finally {
			print(this.#rows.print(rows));
		}
	}
}

const cell = (results: ReturnType<JSONPath['results']>): string =>
	(results[0] ?? []).length === 0
		? '<none>'
		: safeCell(
				results
					.flat()
					.map((value) => goText(value))
					.join(','),
			);

/** All objects at once. */
export const customColumns = (
	spec: string,
	objects: readonly unknown[],
	noHeaders: boolean,
	print: (text: string) => void,
): void => new ColumnPrinter(spec, {noHeaders}).print(objects, print);
