import {isRecord} from '../kernel/record.js';
import {nestedField, nestedSlice} from '../objects/unstructured.js';
import {placeholderIn} from './placeholder.js';
import {asCandidates, fieldOf, type Adviser} from './refused.js';
import type {FieldPath, FileChange} from './symptom.js';
import {dotted} from './template.js';
import type {Saying} from './words/words.js';

const trimmed = (text: string): string => text.replaceAll(/^[^A-Za-z\d]+|[^A-Za-z\d]+$/g, '');

/** A name with at most this many letters, cut between words if enough remains. */
const shortened = (name: string, most: number): string => {
	const cut = name.slice(0, most);
	const words = cut.slice(0, Math.max(0, cut.lastIndexOf('-')));
	return name.length <= most || name[most] === '-' || words.length < most / 3 ? cut : words;
};

/** The valid name that is nearest to an invalid one. */
const validName = (
	name: string,
	{dots, letterFirst, most}: {readonly dots: boolean; readonly letterFirst: boolean; readonly most: number},
): string =>
	trimmed(
		shortened(
			name
				.toLowerCase()
				.replaceAll(dots ? /[^a-z\d.-]/g : /[^a-z\d-]/g, '-')
				.replace(letterFirst ? /^[^a-z]+/ : '', ''),
			most,
		),
	);

/** The name of a host in an address: of `http://db.example.com:5432/shop`, `db.example.com`. */
const hostIn = (value: string): string =>
	/^(?:[a-z][a-z\d+.-]*:\/\/(?:[^/@]*@)?)?([\w.-]+)(?::\d+)?(?:[/?#].*)?$/i.exec(value)?.[1] ?? value;

/** The group of an API version: of `batch/v1`, `batch`. */
const groupIn = (value: string): string => value.replace(/\/v\d\w*$/, '');

/** The part of a value that the field may hold: users write an address for a host, and an API version for a group. */
const partFor = (path: string, value: string): string => {
	if (path.endsWith('apiGroup')) {
		return groupIn(value);
	}

	return /externalName|host$|hosts\[\d+\]$/i.test(path) ? hostIn(value) : value;
};

const validLabel = (value: string): string => trimmed(value.replaceAll(/[^\w.-]/g, '-').slice(0, 63));

/** The server names the labels, not the one that is wrong. */
const labelIn = (object: unknown, path: FieldPath, value: string): FieldPath => {
	const labels = nestedField(object, ...path);
	const key = isRecord(labels) ? Object.keys(labels).find((one) => labels[one] === value) : undefined;
	return key === undefined ? path : [...path, key];
};

const wrongText =
	/([\w.[\]]{1,300}): Invalid value: "([^"]{1,300})": (?:a lowercase RFC 1123 (label|subdomain) must|a (DNS-1035) label must|must not contain (dots)|must be no more than (\d+) (?:characters|bytes)|a valid (label) must)/g;

/** The change that makes each name and label of a refusal one that may be. */
const renamed = (message: string, object: unknown): readonly FileChange[] =>
	[...message.matchAll(wrongText)].flatMap(([, path = '', value = '', label, dns1035, noDots, most, ofLabel]) => {
		// Upstream's path omits the `metadata` of a template's labels.
		const field = fieldOf(path.replace(/\btemplate\.labels$/, 'template.metadata.labels'));
		const isLabel = ofLabel !== undefined || /labels$/i.test(path);
		const better = isLabel
			? validLabel(value)
			: validName(partFor(path, value), {
					dots: noDots === undefined && dns1035 === undefined && label !== 'label',
					letterFirst: dns1035 !== undefined,
					most: most === undefined ? 63 : Number(most),
				});
		return better === '' || better === value || placeholderIn(value) !== undefined
			? []
			: [{field: isLabel ? labelIn(object, field, value) : field, change: {value: better}, ofFile: true}];
	});

/** The refused name up to its first invalid character: `web_1` may be intended as `web`, the name in other references. */
const cutShort = (changes: readonly FileChange[], value: string): readonly FileChange[] => {
	const [only, ...more] = changes;
	const [short = ''] = /^[a-z0-9-]{2,}(?=[^a-z0-9.-])/.exec(value) ?? [];
	return only === undefined || more.length > 0 || short === '' || only.field.at(-1) !== 'name'
		? []
		: [{...only, change: {value: short.replace(/-+$/, '')}}];
};

const didYouMean = (changes: readonly FileChange[]): readonly Saying[] =>
	changes.slice(0, 3).flatMap(({change}): Saying[] => {
		const better = 'value' in change ? String(change.value) : '';
		return [({cluster}) => cluster.didYouMean(better)];
	});

const containerLists = ['initContainers', 'containers', 'ephemeralContainers'];

/** The lists in which a name may be only once: all containers of a Pod together. */
const listsBeside = (list: FieldPath): readonly FieldPath[] =>
	containerLists.includes(String(list.at(-1))) ? containerLists.map((name) => [...list.slice(0, -1), name]) : [list];

/** The field that already has the same value, in the server's notation. */
const namesake = (object: unknown, field: FieldPath, value: string): string | undefined => {
	const list = field.slice(0, -2);
	const name = field.at(-1) ?? '';
	const [other] = listsBeside(list).flatMap((beside) =>
		nestedSlice(object, ...beside)
			.map((item, index) => ({item, at: [...beside, index]}))
			.filter(({item, at}) => nestedField(item, name) === value && dotted(at) !== dotted(field.slice(0, -1)))
			.map(({at}) => dotted(at)),
	);
	return other;
};

/** Advice for names and labels that may not be, or are there twice. */
export const nameAdvisers: readonly Adviser[] = [
	[
		new RegExp(wrongText.source),
		({input, 2: value = ''}, {object}) => {
			const changes = renamed(input, object);
			const placeholder = placeholderIn(value);
			return placeholder === undefined
				? {
						advice: didYouMean(changes),
						candidates: [...(asCandidates(changes).candidates ?? []), ...cutShort(changes, value)],
					}
				: {advice: [({cluster}) => cluster.placeholder(placeholder)]};
		},
	],
	[
		/([\w.[\]]{1,300}\.\w+): (?:Duplicate value: "([^"]+)"|Invalid value: "([^"]+)": must be unique)/,
		([, path = '', duplicate, repeated], {object}) => {
			const field = fieldOf(path);
			const value = duplicate ?? repeated ?? '';
			const other = namesake(object, field, value);
			return {
				advice: other === undefined ? [] : [({cluster}) => cluster.takenBy(other, value)],
				candidates: [{field, change: {value: `${value}-2`}, ofFile: true}],
			};
		},
	],
];
