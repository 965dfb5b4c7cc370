import {closest} from '../scenario/mistake.js';
import {nestedSlice} from '../objects/unstructured.js';
import {amountAdvisers} from './amounts.js';
import {boundAdvisers} from './bounds.js';
import {fieldOf, type Adviser} from './refused.js';
import {nameAdvisers} from './refused-names.js';
import {explained, requiredAdvisers} from './required-values.js';
import type {FieldPath} from './symptom.js';

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

/** Advice for values that a field does not accept, by the words of the server. */
export const valueAdvisers: readonly Adviser[] = [
	...nameAdvisers,
	...amountAdvisers,
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
	...requiredAdvisers,
	[
		/([\w.[\]]{1,300}\.nodePort): Invalid value: \d+: provided port is already allocated/,
		([, path = '']) => ({
			advice: [],
			candidates: [{field: fieldOf(path), change: {remove: true}, ofFile: true}],
		}),
	],
	[
		/([\w.[\]]{1,300}\.path): Invalid value: "((?:[^"/][^"]*)?)": must be an absolute path/,
		([, path = '', value = '']) => ({
			advice: [({cluster}) => cluster.didYouMean(`/${value}`)],
			candidates: [{field: fieldOf(path), change: {value: `/${value}`}, ofFile: true}],
		}),
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
	...boundAdvisers,
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
