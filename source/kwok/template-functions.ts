import {goQuoted, goText} from '../go/print.js';
import {printYaml} from '../go/yaml/print.js';
import {FunctionError, truth, type TemplateFunction, type TemplateFunctions} from '../go/template/functions.js';
import {isRecord} from '../kernel/record.js';
import {isList} from './jq/order.js';

/** The answers that the templates of a Stage get from the controller. */
export interface Surroundings {
	readonly now: () => string;
	readonly startTime: () => string;
	readonly version: string;
	/** The addresses of a node, by name; of the controller without a name. */
	readonly nodeIPs: (node?: string) => readonly string[];
	/** New addresses for a Pod on a node. */
	readonly podIPs: (node: string, usesHostNetwork: boolean, uid: string) => readonly string[];
	/** The name of the current object, where it is a node. */
	readonly nodeName: () => string;
}

/** @see https://kubernetes.io/docs/concepts/architecture/nodes/#condition */
const nodeConditions = [
	['Ready', 'True', 'KubeletReady', 'kubelet is posting ready status'],
	['MemoryPressure', 'False', 'KubeletHasSufficientMemory', 'kubelet has sufficient memory available'],
	['DiskPressure', 'False', 'KubeletHasNoDiskPressure', 'kubelet has no disk pressure'],
	['PIDPressure', 'False', 'KubeletHasSufficientPID', 'kubelet has sufficient PID available'],
	['NetworkUnavailable', 'False', 'RouteCreated', 'RouteController created a route'],
].map(([type, status, reason, message]) => ({type, status, reason, message}));

const text = (value: unknown): string => (typeof value === 'string' ? value : goText(value));
const isEmpty = (value: unknown): boolean => !truth(value);

/** JSON text of a value in quotation marks, as a template writes it into YAML. */
const quote = (value: unknown): string =>
	typeof value === 'string' ? JSON.stringify(value) : goQuoted(JSON.stringify(plain(value)) ?? 'null');

/** A template's value as JSON: its whole numbers are bigints, which JSON does not have. */
const plain = (value: unknown): unknown => {
	if (typeof value === 'bigint') {
		return Number(value);
	}

	if (Array.isArray(value)) {
		return value.map(plain);
	}

	return isRecord(value)
		? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
		: (value ?? null);
};

const yaml = (value: unknown, indent: unknown): string => {
	const lines = printYaml(plain(value));
	return Number(indent ?? 0) > 0 ? `\n${lines}`.replaceAll('\n', `\n${'  '.repeat(Number(indent))}`) : lines;
};

const whole = (value: unknown): bigint => {
	try {
		return typeof value === 'number' ? BigInt(Math.trunc(value)) : BigInt(text(value).trim());
	} catch {
		return 0n;
	}
};

const listed = (value: unknown): readonly unknown[] => (isList(value) ? value : []);

const dict = (values: readonly unknown[]): unknown => {
	const result: Record<string, unknown> = {};
	for (let at = 0; at < values.length; at += 2) {
		result[text(values[at])] = values[at + 1] ?? '';
	}

	return result;
};

/** A function of a certain number of values. */
const of = (count: number, call: (...values: readonly unknown[]) => unknown): TemplateFunction => ({
	takes: [count, count],
	call: (values) => call(...values),
});

/** A function of at least so many values. */
const from = (least: number, call: (values: readonly unknown[]) => unknown): TemplateFunction => ({
	takes: [least],
	call,
});

const divided = (a: unknown, b: unknown): bigint => {
	if (whole(b) === 0n) {
		throw new FunctionError('runtime error: integer divide by zero');
	}

	return whole(a) / whole(b);
};

const indented = (count: unknown, value: unknown): string =>
	text(value)
		.split('\n')
		.map((line) => `${' '.repeat(Number(whole(count)))}${line}`)
		.join('\n');

/** The deterministic functions of sprig, without those of time and chance. @see https://masterminds.github.io/sprig/ */
const sprig: ReadonlyArray<readonly [string, TemplateFunction]> = [
	['dict', from(0, dict)],
	['list', from(0, (values) => values)],
	['default', from(1, ([usual, value]) => (isEmpty(value) ? usual : value))],
	['empty', of(1, isEmpty)],
	['coalesce', from(0, (values) => values.find((value) => !isEmpty(value)))],
	['ternary', of(3, (yes, no, condition) => (truth(condition) ? yes : no))],
	['quote', from(0, (values) => values.map((value) => JSON.stringify(text(value))).join(' '))],
	['squote', from(0, (values) => values.map((value) => `'${text(value)}'`).join(' '))],
	['upper', of(1, (value) => text(value).toUpperCase())],
	['lower', of(1, (value) => text(value).toLowerCase())],
	['trim', of(1, (value) => text(value).trim())],
	[
		'trimPrefix',
		of(2, (part, value) => (text(value).startsWith(text(part)) ? text(value).slice(text(part).length) : value)),
	],
	[
		'trimSuffix',
		of(2, (part, value) =>
			text(part) !== '' && text(value).endsWith(text(part)) ? text(value).slice(0, -text(part).length) : value,
		),
	],
	['replace', of(3, (old, other, value) => text(value).replaceAll(text(old), text(other)))],
	['contains', of(2, (part, value) => text(value).includes(text(part)))],
	['hasPrefix', of(2, (part, value) => text(value).startsWith(text(part)))],
	['hasSuffix', of(2, (part, value) => text(value).endsWith(text(part)))],
	['trunc', of(2, (count, value) => text(value).slice(0, Number(whole(count))))],
	['indent', of(2, indented)],
	['nindent', of(2, (count, value) => `\n${indented(count, value)}`)],
	[
		'join',
		of(2, (by, values) =>
			listed(values)
				.map((value) => text(value))
				.join(text(by)),
		),
	],
	['splitList', of(2, (by, value) => text(value).split(text(by)))],
	['toString', of(1, text)],
	['toJson', of(1, (value) => JSON.stringify(plain(value)))],
	['int', of(1, whole)],
	['int64', of(1, whole)],
	['add', from(0, (values) => values.reduce<bigint>((sum, value) => sum + whole(value), 0n))],
	['add1', of(1, (value) => whole(value) + 1n)],
	['sub', of(2, (a, b) => whole(a) - whole(b))],
	['mul', from(1, (values) => values.reduce<bigint>((product, value) => product * whole(value), 1n))],
	['div', of(2, divided)],
	['mod', of(2, (a, b) => whole(a) - divided(a, b) * whole(b))],
	['max', from(1, (values) => values.map(whole).reduce((a, b) => (a > b ? a : b)))],
	['min', from(1, (values) => values.map(whole).reduce((a, b) => (a < b ? a : b)))],
	['first', of(1, (values) => listed(values)[0])],
	['last', of(1, (values) => listed(values).at(-1))],
	['has', of(2, (value, values) => listed(values).includes(value))],
	['hasKey', of(2, (value, key) => isRecord(value) && Object.hasOwn(value, text(key)))],
	['get', of(2, (value, key) => (isRecord(value) ? (value[text(key)] ?? '') : ''))],
	['keys', of(1, (value) => (isRecord(value) ? Object.keys(value).sort() : []))],
];

/**
The functions that templates of Stages can call in addition to Go's.

@mirrors sigs.k8s.io/kwok/pkg/utils/gotpl defaultFuncs, sigs.k8s.io/kwok/pkg/kwok/controllers NewPodController
@see https://kwok.sigs.k8s.io/docs/user/go-template/
*/
export const stageFunctions = (around: Surroundings): TemplateFunctions =>
	new Map<string, TemplateFunction>([
		...sprig,
		['Quote', of(1, quote)],
		['Now', of(0, around.now)],
		['StartTime', of(0, around.startTime)],
		['YAML', {takes: [1], call: ([value, indent]) => yaml(value, indent)}],
		['Version', of(0, () => around.version)],
		['NodeConditions', of(0, () => nodeConditions)],
		['NodeName', of(0, around.nodeName)],
		// Simplified: the kubelet's server of such a node has no port.
		['NodePort', of(0, () => 0n)],
		['NodeIP', of(0, () => around.nodeIPs()[0] ?? '')],
		['NodeIPWith', of(1, (node) => around.nodeIPs(text(node))[0] ?? '')],
		['NodeIPsWith', of(1, (node) => around.nodeIPs(text(node)))],
		['PodIP', of(0, () => around.podIPs('', false, '')[0] ?? '')],
		['PodIPWith', from(3, ([node, host, uid]) => around.podIPs(text(node), truth(host), text(uid))[0] ?? '')],
		['PodIPsWith', from(3, ([node, host, uid]) => around.podIPs(text(node), truth(host), text(uid)))],
	]);
