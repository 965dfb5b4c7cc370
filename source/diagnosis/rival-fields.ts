import {isRecord} from '../kernel/record.js';
import {nestedField} from '../objects/unstructured.js';
import {fieldOf, type Adviser} from './refused.js';
import type {Candidate, FieldPath} from './symptom.js';

/** A change that removes a field of the file. */
const without = (field: FieldPath): Candidate => ({field, change: {remove: true}, ofFile: true});

/** A change that gives a field of the file a value. */
const valued = (field: FieldPath, value: unknown): Candidate => ({field, change: {value}, ofFile: true});

/** The handlers of a probe or a hook: it has one of them. */
const handlers = new Set(['exec', 'httpGet', 'tcpSocket', 'grpc', 'sleep']);

/** The fields that exclude a given field. */
const rivals = (object: unknown, field: FieldPath): readonly FieldPath[] => {
	const above = field.slice(0, -1);
	const beside = nestedField(object, ...above);
	const isVolume = typeof above.at(-1) === 'number';
	return isRecord(beside)
		? Object.entries(beside)
				.filter(([name, value]) => name !== field.at(-1) && (handlers.has(name) || (isVolume && isRecord(value))))
				.map(([name]) => [...above, name])
		: [];
};

/** The port that a probe without a handler can try: the first one that its container declares. */
const declaredPort = (object: unknown, probe: FieldPath): unknown =>
	nestedField(object, ...probe.slice(0, -1), 'ports', 0, 'containerPort');

/** Advice for fields that exclude or require each other. */
export const rivalAdvisers: readonly Adviser[] = [
	[
		/([\w.[\]]{1,300})\.valueFrom: Invalid value: "": may not be specified when `value` is not empty/,
		([, path = '']) => ({
			advice: [({cluster}) => cluster.oneOf(['value', 'valueFrom'])],
			candidates: [without([...fieldOf(path), 'value']), without([...fieldOf(path), 'valueFrom'])],
		}),
	],
	[
		/([\w.[\]]{1,300}): Forbidden: may not specify more than 1 (?:handler|volume) type/,
		([, path = ''], {object}) => {
			const field = fieldOf(path);
			const others = rivals(object, field);
			// An empty folder holds nothing: the other source of the volume is the intended one.
			const isEmpty = others.some((one) => one.at(-1) === 'emptyDir');
			const fields = isEmpty ? [...others, field] : [field, ...others];
			return {
				advice: [({cluster}) => cluster.oneOf([...others, field].map((one) => String(one.at(-1))))],
				candidates: fields.map((one) => without(one)),
			};
		},
	],
	[
		/([\w.[\]]{1,300})\.rollingUpdate: Forbidden: may not be specified when (?:update )?strategy `type` is/,
		([, path = '']) => {
			const field = fieldOf(path);
			return {
				advice: [({cluster}) => cluster.oneOf(['type: Recreate', 'rollingUpdate'])],
				candidates: [without([...field, 'rollingUpdate']), valued([...field, 'type'], 'RollingUpdate')],
			};
		},
	],
	[
		/([\w.[\]]{1,300})\.ports\[(\d+)\]\.nodePort: Forbidden: may not be used when `type` is/,
		([, path = '', index = '']) => ({
			advice: [],
			candidates: [
				valued([...fieldOf(path), 'type'], 'NodePort'),
				without([...fieldOf(path), 'ports', Number(index), 'nodePort']),
			],
		}),
	],
	[
		/([\w.[\]]{1,300})\.initContainers\[(\d+)\]\.(\w+): Forbidden: may not be set for init containers without restartPolicy=Always/,
		([, path = '', index = '', name = '']) => {
			const container = [...fieldOf(path), 'initContainers', Number(index)];
			return {
				advice: [],
				candidates: [without([...container, name]), valued([...container, 'restartPolicy'], 'Always')],
			};
		},
	],
	[
		/([\w.[\]]{1,300}[pP]robe): Required value: must specify a handler type/,
		([, path = ''], {object}) => {
			const field = fieldOf(path);
			const port = declaredPort(object, field);
			return {
				advice: [({cluster}) => cluster.noHandler],
				candidates: port === undefined ? [] : [valued([...field, 'tcpSocket'], {port})],
			};
		},
	],
	[
		/minAvailable and maxUnavailable cannot be both set/,
		() => ({
			field: ['spec', 'maxUnavailable'],
			isDeeper: true,
			advice: [({cluster}) => cluster.oneOf(['minAvailable', 'maxUnavailable'])],
			candidates: [without(['spec', 'maxUnavailable']), without(['spec', 'minAvailable'])],
		}),
	],
	[
		/([\w.[\]]{1,300})\.maxReplicas: Invalid value: (\d+): must be greater than or equal to `minReplicas`/,
		([, path = '', most = ''], {object}) => {
			const least = nestedField(object, ...fieldOf(path), 'minReplicas');
			return {
				advice: [],
				candidates: [
					valued([...fieldOf(path), 'maxReplicas'], least),
					valued([...fieldOf(path), 'minReplicas'], Number(most)),
				],
			};
		},
	],
	[
		/([\w.[\]]{1,300})\.operator: Invalid value: ".{1,100}": value must be empty when `operator` is 'Exists'/,
		([, path = '']) => ({
			advice: [({cluster}) => cluster.oneOf(['operator: Exists', 'value'])],
			candidates: [without([...fieldOf(path), 'value']), valued([...fieldOf(path), 'operator'], 'Equal')],
		}),
	],
	[
		/([\w.[\]]{1,300}\.successThreshold): Invalid value: \d+: must be 1\b/,
		([, path = '']) => ({advice: [], candidates: [valued(fieldOf(path), 1)]}),
	],
	[
		/([\w.[\]]{1,300})\.maxUnavailable: Invalid value: .{1,20}: (?:may not be|cannot be) 0 when `?maxSurge`? is 0/,
		([, path = '']) => ({
			advice: [],
			candidates: [valued([...fieldOf(path), 'maxSurge'], 1), valued([...fieldOf(path), 'maxUnavailable'], 1)],
		}),
	],
	[
		/([\w.[\]]{1,300})\.hostPort: Invalid value: \d+: must match `containerPort` when `hostNetwork` is true/,
		([, path = '']) => ({advice: [], candidates: [without([...fieldOf(path), 'hostPort'])]}),
	],
	[
		/(data|binaryData|stringData)\[([^\]]{1,253})\]: Invalid value: .{1,300}a valid config key must consist of/,
		([, list = '', key = ''], {object}) => {
			const field = [nestedField(object, list) === undefined ? 'stringData' : list, key];
			const better = key.trim().replaceAll(/[^-\w.]+/g, '-');
			return {
				advice: [({cluster}) => cluster.didYouMean(better)],
				candidates: [{field, change: {rename: better}, ofFile: true}],
			};
		},
	],
	// A field that may not be there beside another one.
	[
		/([\w.[\]]{1,300}): Forbidden: (?:may|must|can) ?not be (?:set|specified|used)\b/,
		([, path = '']) => ({advice: [], candidates: [without(fieldOf(path))]}),
	],
];
