import {fieldOf} from '../../diagnosis/refused.js';
import type {LineChange} from '../../diagnosis/fix.js';
import {readManifests} from '../../go/yaml/yaml.js';
import {nestedField, nestedString, type FieldPath} from '../../objects/unstructured.js';
import {quoteWord} from '../manifests.js';
import type {SourceText} from './chart-files.js';
import {endColumnOf} from './findings.js';
import {documentsOf, type GivenDocument} from './given-documents.js';
import type {GivenFile} from './given-files.js';
import {changesOfSources, type ChartValues, type LineOrigin} from './rendered-fixes.js';
import type {CheckedFile, CheckedObject, Finding, FindingPlace, Report} from './report.js';

/** A file that another program made from the user's files. */
export interface Rendered extends GivenFile {
	/** The user's file behind a document; `undefined` if unknown. @param text all up to the end of the document */
	readonly sourceOf: (document: GivenDocument, text: string) => SourceText | undefined;
	/** The command line that renders it: `kustomize build deploy`. */
	readonly command: string;
	/** The user's file that defines the rendering. */
	readonly root: string;
	/** The values of a chart. */
	readonly values?: ChartValues;
}

/** A line of a file of the user. */
interface SourcePlace {
	readonly file: string;
	readonly line: number;
	readonly column: number;
	readonly endColumn: number;
}

/** The object of a file from which another was made: it has the same kind, and the same name or its longest part. */
const sourceObject = (text: string, file: string, {kind, name}: GivenDocument) => {
	try {
		return readManifests(text, file)
			.documents.filter(({object}) => object['kind'] === kind)
			.map((document) => ({document, own: nestedString(document.object, 'metadata', 'name') ?? ''}))
			.filter(({own}) => name.includes(own))
			.sort((a, b) => b.own.length - a.own.length)[0]?.document;
	} catch {
		// A template of Helm is not YAML.
		return undefined;
	}
};

/** The place of the field in the file; `undefined` if the file does not have it. */
const byField = (text: string, file: string, document: GivenDocument, field: FieldPath): SourcePlace | undefined => {
	const found = sourceObject(text, file, document);
	if (!found || nestedField(found.object, ...field) === undefined) {
		return undefined;
	}

	const {line, column} = found.positionOf(field);
	return {file, line, column, endColumn: endColumnOf(text.split(/\r?\n/)[line - 1] ?? '', column)};
};

/** Whether a line of a template, with any text between its braces, can have become another line. */
const canBecome = (template: string, line: string): boolean => {
	const parts = template.trim().split(/\{\{.*?\}\}/);
	if (parts.join('').trim().length < 3) {
		return false;
	}

	const pattern = parts.map((part) => part.replaceAll(/[\\^$*+?.()|[\]{}]/g, String.raw`\$&`)).join('.*');
	return new RegExp(`^${pattern}$`).test(line.trim());
};

const longestLine = 500;

/** The only line of a file that can have become a rendered one; without one, the only line with its key. */
const byLine = (text: string, file: string, rendered: string): SourcePlace | undefined => {
	const lines = text.split(/\r?\n/);
	const key = /^\s*(?:- )?["']?([\w./-]+)["']?:/.exec(rendered)?.[1];
	const matching = (test: (line: string) => boolean) =>
		lines.flatMap((line, index) => (line.length <= longestLine && test(line) ? [index] : []));
	const same = matching((line) => canBecome(line, rendered));
	const keyed =
		same.length === 1
			? same
			: matching(
					(line) =>
						key !== undefined && new RegExp(`^\\s*(?:- )?["']?${key.replaceAll('.', String.raw`\.`)}["']?:`).test(line),
				);
	const [index] = keyed;
	if (index === undefined || keyed.length !== 1) {
		return undefined;
	}

	const line = lines[index] ?? '';
	const column = line.search(/\S/) + 1;
	return {file, line: index + 1, column, endColumn: endColumnOf(line, column)};
};

/** Maps places in a program's output to its source files. */
class Origins {
	readonly #documents: readonly GivenDocument[];
	readonly #lines: readonly string[];

	constructor(readonly rendered: Rendered) {
		const {file, text} = rendered;
		this.#lines = text.split('\n');
		this.#documents = documentsOf(file, readManifests(text, file).documents);
	}

	#documentAt(line: number): GivenDocument | undefined {
		const offset = this.#lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
		return this.#documents.findLast(({range}) => range[0] <= offset);
	}

	/** The user's file behind a rendered line, and the place in it as far as known. */
	#sourceAt(line: number, field?: string): {readonly source: SourceText; readonly found?: SourcePlace | undefined} {
		const document = this.#documentAt(line);
		const source = document && this.rendered.sourceOf(document, this.rendered.text.slice(0, document.range[1]));
		if (!document || !source) {
			return {source: {file: this.rendered.root}};
		}

		const {file, text} = source;
		if (text === undefined) {
			return {source};
		}

		const own = field === undefined ? undefined : byField(text, file, document, fieldOf(field));
		const whole = byField(text, file, document, []);
		return {
			source,
			found:
				own ?? (field === undefined ? whole : undefined) ?? byLine(text, file, this.#lines[line - 1] ?? '') ?? whole,
		};
	}

	/** The place in the user's file, or the known part of it. */
	placeOf({line, field, message}: Omit<FindingPlace, 'endColumn'>): FindingPlace {
		const {source, found} = this.#sourceAt(line, field);
		return {
			...(found ?? {file: source.file, line: 1, column: 1, endColumn: 2}),
			...(field === undefined ? {} : {field}),
			...(message === undefined ? {} : {message}),
			rendered: {file: this.rendered.file, line},
		};
	}

	#originOf(line: number): LineOrigin {
		const {source} = this.#sourceAt(line);
		const {file, text} = source;
		return {file, text, line: text === undefined ? 1 : byLine(text, file, this.#lines[line - 1] ?? '')?.line};
	}

	/** A change of the rendered file, as changes of the user's files as far as known. */
	changesOf(edit: LineChange): readonly LineChange[] {
		return changesOfSources(edit, (line) => this.#originOf(line), this.rendered.values);
	}

	/** A text that names the user's file in place of the rendered one. */
	told(text: string, file: string | undefined): string {
		return text.replaceAll(this.rendered.file, () => file ?? this.rendered.root);
	}
}

/** The words that open the debugger, with the output of another program in place of a file that it would write. */
const openedFrom = (words: string, origins: ReadonlyMap<string, Origins>): string =>
	[...origins].reduce((all, [file, {rendered}]) => all.replace(quoteWord(file), () => `<(${rendered.command})`), words);

/** A finding with the places of the user's files. */
const ledBack = (finding: Finding, origins: ReadonlyMap<string, Origins>): Finding => {
	const places = finding.places.map((place) => origins.get(place.file)?.placeOf(place) ?? place);
	const told = (text: string): string =>
		[...origins.values()].reduce((all, origin) => origin.told(all, places[0]?.file), text);
	return {
		...finding,
		...(finding.debug === undefined ? {} : {debug: openedFrom(finding.debug, origins)}),
		reason: told(finding.reason),
		advice: finding.advice.map(told),
		causes: finding.causes.map(told),
		fixes: finding.fixes.map((fix) => ({
			...fix,
			...(fix.next === undefined ? {} : {next: told(fix.next)}),
			edits: fix.edits.flatMap((edit) => origins.get(edit.file)?.changesOf(edit) ?? [edit]),
		})),
		places,
	};
};

/** A report whose places are those of the user's files, as far as known. */
export const withOrigins = (report: Report, rendered: readonly Rendered[]): Report => {
	if (rendered.length === 0) {
		return report;
	}

	const broken = new Set(
		report.files.filter(({findings}) => findings.some(({id}) => id === 'W001')).map(({file}) => file),
	);
	const origins = new Map(rendered.filter(({file}) => !broken.has(file)).map((one) => [one.file, new Origins(one)]));
	const files = new Map<string, {objects: CheckedObject[]; findings: Finding[]}>();
	const into = (file: string) => {
		const known = files.get(file) ?? {objects: [], findings: []};
		files.set(file, known);
		return known;
	};
	for (const {file, objects, findings} of report.files) {
		const origin = origins.get(file);
		for (const object of objects) {
			const {line, column} = origin?.placeOf({file, line: object.line, column: object.column}) ?? object;
			const source = origin?.placeOf({file, line: object.line, column: object.column}).file ?? file;
			into(source).objects.push({
				...object,
				file: source,
				line,
				column,
				...(origin && object.ignoreAt ? {ignoreAt: origin.placeOf(object.ignoreAt)} : {}),
				findings: object.findings.map((finding) => ledBack(finding, origins)),
			});
		}

		for (const finding of findings) {
			const back = ledBack(finding, origins);
			into(back.places[0]?.file ?? file).findings.push(back);
		}

		if (objects.length + findings.length === 0) {
			into(file);
		}
	}

	return {...report, files: [...files].map(([file, rest]): CheckedFile => ({file, ...rest}))};
};
