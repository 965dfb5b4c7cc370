import {findText, type FoundText} from './find-text.js';
import {isQuantity} from '../objects/quantity.js';
import {isRecord} from '../kernel/record.js';
import {nestedField, nestedSlice} from '../objects/unstructured.js';
import {isOfficialImage} from '../objects/official-images.js';
import type {Schema} from '../objects/openapi-schema.js';
import {resolveSchema, schemaOfKind} from '../objects/schema.js';
import {closest} from '../scenario/mistake.js';
import {fieldOf, type Adviser, type RefusalAdvice} from './refused.js';
import {dotted} from './template.js';
import {placeholderIn} from './placeholder.js';
import type {FieldPath, FileChange} from './symptom.js';
import type {Saying} from './words/words.js';

const trimmed = (text: string): string => text.replaceAll(/^[^A-Za-z\d]+|[^A-Za-z\d]+$/g, '');

/** A name of at most so many letters: cut after a word of it where that leaves enough. */
const shortened = (name: string, most: number): string => {
	const cut = name.slice(0, most);
	const words = cut.slice(0, Math.max(0, cut.lastIndexOf('-')));
	return name.length <= most || name[most] === '-' || words.length < most / 3 ? cut : words;
};

/** A name as it may be, as near as can be to one that may not. */
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
			: validName(/externalName|host$|hosts\[\d+\]$/i.test(path) ? hostIn(value) : value, {
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

const asCandidates = (changes: readonly FileChange[]): Pick<RefusalAdvice, 'candidates'> =>
	changes.length > 1 ? {candidates: [{changes}]} : {candidates: changes};

const containerLists = ['initContainers', 'containers', 'ephemeralContainers'];

/** The lists in which a name may be only once: all containers of a Pod together. */
const listsBeside = (list: FieldPath): readonly FieldPath[] =>
	containerLists.includes(String(list.at(-1))) ? containerLists.map((name) => [...list.slice(0, -1), name]) : [list];

/** The field that already has the same value, as the server names it. */
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

/** Lists of amounts: their values are quantities. */
const amountLists = new Set(['requests', 'limits', 'hard', 'capacity', 'max', 'min', 'default', 'defaultRequest']);

/** The places with an invalid quantity in an object: the server does not name them. */
const wrongAmount = (object: unknown): FoundText | undefined =>
	findText(
		object,
		(text, field) => (amountLists.has(String(field.at(-2))) || field.at(-1) === 'sizeLimit') && !isQuantity(text),
	);

/** Units as users write them, in small letters, and as a quantity needs them. */
const units: Readonly<Record<string, string>> = {
	...Object.fromEntries(
		['k', 'm', 'g', 't'].flatMap((letter) => {
			const big = letter === 'k' ? 'k' : letter.toUpperCase();
			const binary = `${letter.toUpperCase()}i`;
			return [
				[`${letter}b`, big],
				[`${letter}i`, binary],
				[`${letter}ib`, binary],
			];
		}),
	),
	g: 'G',
	t: 'T',
	b: '',
	cpu: '',
	cpus: '',
	core: '',
	cores: '',
	millicores: 'm',
};

/** The amount that a text means; `undefined` if it is not an amount, or counts bytes in a field of CPUs. */
const validAmount = ({text, field}: FoundText): string | undefined => {
	const [, number = '', unit = ''] = /^([\d.]+)([a-z]*)$/i.exec(text.replaceAll(/\s/g, '').replace(',', '.')) ?? [];
	const amount = `${number}${units[unit.toLowerCase()] ?? unit}`;
	const isPossible = !String(field.at(-1)).endsWith('cpu') || /^[\d.]+m?$/.test(amount);
	return isPossible && isQuantity(amount) ? amount : undefined;
};

/** The fields of its Pod that a variable may use. @see https://kubernetes.io/docs/concepts/workloads/pods/downward-api/ */
const fieldLabels = [
	'metadata.name',
	'metadata.namespace',
	'metadata.uid',
	'spec.nodeName',
	'spec.serviceAccountName',
	'status.hostIP',
	'status.hostIPs',
	'status.podIP',
	'status.podIPs',
];

/** The usual value of a required field that is missing. */
const usualValue = (object: unknown, field: FieldPath): string | undefined => {
	const [list, index, name] = field.slice(-3);
	const container = name === 'image' ? nestedField(object, ...field.slice(0, -1), 'name') : undefined;
	if (typeof container === 'string' && isOfficialImage(container)) {
		return container;
	}

	if (name === 'pathType') {
		return 'Prefix';
	}

	if (list === 'ports' && name === 'name') {
		return `port-${Number(index) + 1}`;
	}

	return undefined;
};

/** The part of a path that kubectl explain knows: it has no keys of a map, such as those of `data` or `requests`. */
const explainable = (object: unknown, field: FieldPath): readonly string[] => {
	const names = field.filter((step) => typeof step === 'string');
	let schema = schemaOfKind(String(nestedField(object, 'apiVersion')), String(nestedField(object, 'kind')));
	if (schema === undefined) {
		return names;
	}

	for (const [index, name] of names.entries()) {
		const resolved: Schema = resolveSchema(schema);
		const {properties = {}} = resolved.items === undefined ? resolved : resolveSchema(resolved.items);
		schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
		if (schema === undefined) {
			return names.slice(0, index);
		}
	}

	return names;
};

/** The command that explains the allowed values of a field. */
const explained = (object: unknown, field: FieldPath): string => {
	const kind = nestedField(object, 'kind');
	const names = explainable(object, field);
	return `kubectl explain ${[typeof kind === 'string' ? kind.toLowerCase() : 'KIND', ...names].join('.')}`;
};

/** Advice for values that a field does not accept, by the words of the server. */
export const valueAdvisers: readonly Adviser[] = [
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
	[
		/quantities must match the regular expression|unable to parse quantity's suffix|unable to parse numeric part of quantity/,
		(_, {object}) => {
			const wrong = wrongAmount(object);
			const better = wrong && validAmount(wrong);
			const placeholder = wrong && placeholderIn(wrong.text);
			return wrong
				? {
						field: wrong.field,
						advice: [
							({cluster}) =>
								placeholder === undefined ? cluster.noQuantity(wrong.text) : cluster.placeholder(placeholder),
						],
						candidates: better === undefined ? [] : [{field: wrong.field, change: {value: better}, ofFile: true}],
					}
				: {advice: []};
		},
	],
	[
		/([\w.[\]]{1,300}\.timeZone): Invalid value: "([^"]{1,100})": unknown time zone/,
		([, path = '', zone = '']) => {
			const near = closest(zone, Intl.supportedValuesOf('timeZone'));
			return near === undefined
				? {advice: []}
				: {
						advice: [({cluster}) => cluster.didYouMean(near)],
						candidates: [{field: fieldOf(path), change: {value: near}, ofFile: true}],
					};
		},
	],
	[
		/([\w.[\]]{1,300}): Invalid value: "([^"]{1,300})": error converting fieldPath: field label not supported/,
		([, path = '', found = '']) => {
			const near = fieldLabels.find((label) => label.startsWith(found)) ?? closest(found, fieldLabels);
			return {
				advice: near === undefined ? [] : [({cluster}) => cluster.didYouMean(near)],
				candidates: near === undefined ? [] : [{field: fieldOf(path), change: {value: near}, ofFile: true}],
			};
		},
	],
	[
		/([\w.[\]]{1,300}): (?:Unsupported value: "?(.{0,500}?)"?: supported values|Required value: valid values): ("[^"]+"(?:, "[^"]+")*)/,
		([, path = '', found = '', values = ''], {object}) => {
			const allowed = [...values.matchAll(/"([^"]+)"/g)].map(([, value = '']) => value);
			const near = closest(found, allowed);
			const index = nestedSlice(object, ...fieldOf(path)).indexOf(found);
			const field = index < 0 ? fieldOf(path) : [...fieldOf(path), index];
			return {
				...(index < 0 ? {} : {field, isDeeper: true}),
				advice: [],
				candidates: [...new Set([...(near === undefined ? [] : [near]), ...allowed])]
					.slice(0, 3)
					.map((value) => ({field, change: {value}, ofFile: true})),
			};
		},
	],
	[
		/([\w.[\]]{1,300}\.nodePort): Invalid value: \d+: provided port is already allocated/,
		([, path = '']) => ({
			advice: [],
			candidates: [{field: fieldOf(path), change: {remove: true}, ofFile: true}],
		}),
	],
	[
		/([\w.[\]]{1,300}\.path): Invalid value: "([^"/][^"]*)": must be an absolute path/,
		([, path = '', value = '']) => ({
			advice: [({cluster}) => cluster.didYouMean(`/${value}`)],
			candidates: [{field: fieldOf(path), change: {value: `/${value}`}, ofFile: true}],
		}),
	],
	[
		/(\w[\w.[\]]{0,300}): Required value/,
		({input, 1: path = ''}, {object}) => {
			const changes = [...input.matchAll(/(\w[\w.[\]]{0,300}): Required value/g)].map(([, one = '']) => {
				const field = fieldOf(one);
				return {field, change: {value: usualValue(object, field)}, ofFile: true};
			});
			return {
				advice: [({cluster}) => cluster.required(path, explained(object, fieldOf(path)))],
				...(changes.some(({change}) => change.value === undefined) ? {} : asCandidates(changes)),
			};
		},
	],
	[
		/([\w.[\]]{1,300})\.requests: Invalid value: "([^"]+)": must be less than or equal to (\S+) limit of ([^\s,\]]+)/,
		([, path = '', request = '', resource = '', limit = '']) => {
			const field = fieldOf(path);
			// The suffix `m` on bytes, a thousandth, is a typing mistake for `M`.
			const isSlip = resource !== 'cpu' && /^\d+m$/.test(limit);
			const of = (list: string): FieldPath => [...field, list, resource];
			return {
				field: of(isSlip ? 'limits' : 'requests'),
				isDeeper: true,
				advice: [],
				candidates: isSlip
					? [{field: of('limits'), change: {value: limit.replace('m', 'Mi')}, ofFile: true}]
					: [
							{field: of('requests'), change: {value: limit}, ofFile: true},
							{field: of('limits'), change: {value: request}, ofFile: true},
						],
			};
		},
	],
	[
		/([\w.[\]]{1,300}\.schedule): Invalid value: "([^"]+)": (?:end of range|beginning of range) \((\d+)\) (?:above maximum|below minimum) \((\d+)\)/,
		([, path = '', schedule = '', wrong = '', bound = '']) => ({
			advice: [({cluster}) => cluster.didYouMean(schedule.replace(wrong, bound))],
			candidates: [{field: fieldOf(path), change: {value: schedule.replace(wrong, bound)}, ofFile: true}],
		}),
	],
	[
		/([\w.[\]]{1,300}): Invalid value: "([^"]+)": must not have leading or trailing whitespace/,
		([, path = '', value = '']) => ({
			advice: [({cluster}) => cluster.didYouMean(value.trim())],
			candidates: [{field: fieldOf(path), change: {value: value.trim()}, ofFile: true}],
		}),
	],
	[
		/([\w.[\]]{1,300}[pP]ort): Invalid value: (\d{5,}): must be between 1 and 65535/,
		([, path = '', port = ''], {object}) => ({
			advice: [
				({cluster}) => cluster.didYouMean(port.slice(0, 4)),
				({cluster}) => cluster.explains(explained(object, fieldOf(path))),
			],
			candidates: [{field: fieldOf(path), change: {value: Number(port.slice(0, 4))}, ofFile: true}],
		}),
	],
	[
		/([\w.[\]]{1,300}\.nodePort): Invalid value: \d+: provided port is not in the valid range/,
		([, path = '']) => ({
			advice: [],
			candidates: [{field: fieldOf(path), change: {remove: true}, ofFile: true}],
		}),
	],
	[
		/annotations\.kubernetes\.io\/ingress\.class: Invalid value: .* when both are specified/,
		() => {
			const field = ['metadata', 'annotations', 'kubernetes.io/ingress.class'];
			return {field, isDeeper: true, advice: [], candidates: [{field, change: {remove: true}, ofFile: true}]};
		},
	],
	[
		/([\w.[\]]{1,300}): (?:Invalid|Unsupported) value/,
		([, path = ''], {object}) => ({advice: [({cluster}) => cluster.explains(explained(object, fieldOf(path)))]}),
	],
];
