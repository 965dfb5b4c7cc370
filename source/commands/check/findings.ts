import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {FieldPlace} from '../../diagnosis/reason.js';
import {entryOf, entryOfObservation} from './catalogue/catalogue.js';
import type {Entry} from './catalogue/entry.js';
import type {GivenDocument} from './given-documents.js';
import {openingWords, type Opening} from './opening.js';
import {
	isAsHeavyAs,
	type CheckedFile,
	type CheckedObject,
	type Finding,
	type FindingPlace,
	type ObjectEnd,
} from './report.js';
import type {Observation, PartEnd, PlacedAssumption} from './part-end.js';

/** The lines of files, for the end of a place. */
export type LinesOf = (file: string) => readonly string[];

/** The end column of the value that begins at a place, before a comment. */
export const endColumnOf = (line: string, column: number): number => {
	const rest = line
		.slice(column - 1)
		.replace(/\s+#.*$/, '')
		.trimEnd();
	return column + Math.max(1, rest.length);
};

/** A place with its end. */
export const withEnd = ({file, line, column, field, message}: FieldPlace, linesOf: LinesOf): FindingPlace => ({
	file,
	line,
	column,
	endColumn: endColumnOf(linesOf(file)[line - 1] ?? '', column),
	...(field === undefined ? {} : {field}),
	...(message === undefined ? {} : {message}),
});

/** A finding from its entry. */
export const findingOf = (
	{id, name, severity}: Entry,
	about: Pick<Finding, 'object' | 'reason' | 'places'> & Partial<Finding>,
): Finding => ({advice: [], fixes: [], causes: [], ...about, id, name, severity: about.severity ?? severity});

const findingOfObservation = (
	observation: Observation,
	end: ObjectEnd | undefined,
	opening: Opening,
	linesOf: LinesOf,
): Finding => {
	const {kind, object, message, places, advice, fixes, stop, causes} = observation;
	const entry = entryOfObservation(observation);
	const own = end ? [end] : [];
	const at = places.length > 0 ? places : own;
	return findingOf(entry, {
		// Names of Pods change with every template: the object of the file identifies it.
		object: end?.name ?? object,
		reason: message,
		places: at.map(({file, line, column, ...rest}) =>
			withEnd(
				{
					file,
					line,
					column,
					...('field' in rest ? {field: rest.field} : {}),
					...('message' in rest ? {message: rest.message} : {}),
				},
				linesOf,
			),
		),
		advice,
		fixes,
		...(stop ? {stop, debug: openingWords(entry.id, opening)} : {}),
		causes,
		// A finding about something odd does not fail a check.
		severity: kind === 'remark' && entry.severity === 'error' ? 'warning' : entry.severity,
	});
};

/** The object whose lines contain a place. */
const objectAt = (place: FieldPlace, objects: readonly ObjectEnd[]): number => {
	// Objects are in the order in which they are applied, which may differ from the order of the file.
	const before = objects.filter(({file, line}) => file === place.file && line <= place.line);
	const nearest = Math.max(...before.map(({line}) => line));
	return objects.findIndex(({file, line}) => file === place.file && line === nearest);
};

/**
The object that an observation belongs to: the one that it names, otherwise the one whose lines contain its place. Refused objects without a
namespace may share a name.
*/
const objectFor = ({object, of, places}: Observation, objects: readonly ObjectEnd[]): number => {
	const isNamed = ({name}: ObjectEnd): boolean => name === object || name === of;
	const [place] = places;
	const there = place ? objectAt(place, objects) : -1;
	const end = objects[there];
	const named = end && isNamed(end) ? there : objects.findIndex(isNamed);
	return named === -1 ? there : named;
};

/** The places of a refusal, by the object whose lines contain them; the message is the same for all. */
const refusedPlaces = (
	{kind, places}: Observation,
	objects: readonly ObjectEnd[],
): ReadonlyMap<string, readonly FieldPlace[]> => {
	const found = new Map<string, FieldPlace[]>();
	for (const place of kind === 'refused' ? places : []) {
		const {name} = objects[objectAt(place, objects)] ?? {};
		if (name !== undefined) {
			getOrInsert(found, name, () => []).push(place);
		}
	}

	return found;
};

/** A finding, and further objects that have it. */
interface Shared {
	readonly finding: Finding;
	readonly others: readonly string[];
	/** The places of a refusal, by object. */
	readonly refused: ReadonlyMap<string, readonly FieldPlace[]>;
	/** The observations with their own words and places. */
	readonly same: NonNullable<Observation['same']>;
}

/** The finding of an object without its own diagnosis. Objects with one cause share its finding. */
const ownFinding = (end: ObjectEnd, shared: readonly Shared[], cut: string | undefined, linesOf: LinesOf): Finding => {
	const places = [withEnd(end, linesOf)];
	const one = shared.find(({others: names, refused}) => names.includes(end.name) || refused.has(end.name));
	if (one) {
		const {finding} = one;
		const refused = one.refused.get(end.name);
		const own = refused ? {message: finding.reason, places: refused} : one.same.find(({object}) => object === end.name);
		return {
			...finding,
			object: end.name,
			reason: own?.message ?? `${finding.object}: ${finding.reason}`,
			places: own && own.places.length > 0 ? own.places.map((place) => withEnd(place, linesOf)) : places,
			fixes: [],
			advice: [],
		};
	}

	const about = {object: end.name, reason: end.words, places};
	return cut === undefined
		? findingOf(entryOf('W090'), about)
		: findingOf(entryOf('W091'), {...about, reason: `${end.words}; ${cut}`});
};

/** Objects with their findings: an unfinished object has at least one. */
const withOwn = (
	objects: readonly CheckedObject[],
	shared: readonly Shared[],
	cut: string | undefined,
	linesOf: LinesOf,
): readonly CheckedObject[] =>
	objects.map((object) =>
		(object.isDone && !shared.some(({others}) => others.includes(object.name))) ||
		object.findings.some(({severity}) => isAsHeavyAs(severity, 'warning'))
			? object
			: {...object, findings: [...object.findings, ownFinding(object, shared, cut, linesOf)]},
	);

/** An assumption at each place that rests on it. */
const assumedFindings = ({says, places}: PlacedAssumption, linesOf: LinesOf): readonly Finding[] =>
	places.length === 0
		? [findingOf(entryOf('W100'), {object: '', reason: says, places: []})]
		: places.map(({object, ...place}) =>
				findingOf(entryOf('W100'), {object, reason: says, places: [withEnd(place, linesOf)]}),
			);

/**
The files of a part with their objects and findings.

@param around documents of other files that the part needs, and the flags that open the debugger in the same cluster
*/
export const checkedFiles = (
	{objects, observations, assumed, cut}: PartEnd,
	documents: readonly GivenDocument[],
	linesOf: LinesOf,
	around: {readonly context?: readonly GivenDocument[]; readonly flags?: readonly string[]} = {},
): readonly CheckedFile[] => {
	const files = [...new Set(documents.map(({file}) => file))];
	const {context = [], flags = []} = around;
	const opening = {files: [...new Set([...documents, ...context].map(({file}) => file))], flags};
	const told = observations.map((observation) => {
		const index = objectFor(observation, objects);
		const finding = findingOfObservation(observation, objects[index], opening, linesOf);
		return {
			index,
			finding,
			others: observation.others ?? [],
			same: observation.same ?? [],
			refused: refusedPlaces(observation, objects),
		};
	});
	const checked = withOwn(
		objects.map((end, index) => ({
			...end,
			findings: told.flatMap((one) => (one.index === index ? [one.finding] : [])),
		})),
		told,
		cut,
		linesOf,
	);
	const homeless = told.flatMap(({index, finding}) => (index === -1 ? [finding] : []));
	const assumptions = assumed.flatMap((one) => assumedFindings(one, linesOf));
	return files.map((file, index) => ({
		file,
		objects: checked.filter((object) => object.file === file).sort((a, b) => a.line - b.line),
		findings: [...homeless, ...assumptions].flatMap((finding) => {
			const [place] = finding.places;
			const isHere = place ? place.file === file : index === 0;
			return isHere ? [place ? finding : {...finding, places: [{file, line: 1, column: 1, endColumn: 2}]}] : [];
		}),
	}));
};
