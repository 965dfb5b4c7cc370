import {goQuoted} from '../../go/print.js';
import {extensionPoints, type ExtensionPoint, type PluginSet, type Plugins} from './configuration.js';

/** The extension points of plug-ins, with their order at each point. */
export type PluginOrder = Readonly<Record<ExtensionPoint, readonly string[]>>;

/** The plug-ins of a profile at each extension point, and how much each score counts. */
export interface Expanded {
	readonly plugins: PluginOrder;
	readonly weights: ReadonlyMap<string, number>;
}

/** Plug-ins that prevent the scheduler's start. */
export interface Refused {
	/** The message, in kube-scheduler's words. */
	readonly message: string;
	/** The plug-in that is wrong, as the profile names it. */
	readonly point: ExtensionPoint | 'multiPoint';
	readonly name?: string;
}

type Named = NonNullable<PluginSet['enabled']>[number];

/**
The plug-in set of a profile, merged with the default set. A plug-in of the default set that the profile enables again keeps its place;
plug-ins that the profile adds follow in their order.

@mirrors k8s.io/kubernetes/pkg/scheduler/apis/config/v1 mergePluginSet
*/
export const mergePluginSet = (usual: PluginSet = {}, custom: PluginSet = {}): PluginSet => {
	const disabled = [...(custom.disabled ?? []), ...(usual.disabled ?? [])].map(({name}) => ({name}));
	const off = new Set(disabled.map(({name}) => name));
	const own = custom.enabled ?? [];
	const last = new Map(own.map((plugin, index) => [plugin.name, {plugin, index}]));
	const replaced = new Set<number>();
	const enabled: Named[] = [];
	for (const plugin of off.has('*') ? [] : (usual.enabled ?? [])) {
		if (!off.has(plugin.name)) {
			const again = last.get(plugin.name);
			enabled.push(again?.plugin ?? plugin);
			if (again) {
				replaced.add(again.index);
			}
		}
	}

	enabled.push(...own.filter((_plugin, index) => !replaced.has(index)));
	return {...(enabled.length > 0 ? {enabled} : {}), ...(disabled.length > 0 ? {disabled} : {})};
};

/** The plug-ins of a profile over the default ones. @mirrors mergePlugins */
export const mergePlugins = (usual: Plugins, custom: Plugins | undefined): Plugins =>
	custom
		? Object.fromEntries(
				(['multiPoint', ...extensionPoints] as const).map((point) => [
					point,
					mergePluginSet(usual[point], custom[point]),
				]),
			)
		: usual;

/** The order in which the framework checks the points: the scheduler reports its first complaint. @mirrors frameworkImpl.getExtensionPoints */
const startOrder: readonly ExtensionPoint[] = [
	'preFilter',
	'filter',
	'postFilter',
	'reserve',
	'preScore',
	'score',
	'preBind',
	'bind',
	'postBind',
	'permit',
	'preEnqueue',
	'queueSort',
];

/** `preFilter` as Go names its interface. */
const typeName = (point: ExtensionPoint): string => `${point[0]?.toUpperCase()}${point.slice(1)}Plugin`;

/** A mistake in the own plug-ins of a point, without those of `multiPoint`. @mirrors updatePluginList */
const wrongAt = (point: ExtensionPoint, enabled: readonly Named[], known: Known): Refused | undefined => {
	const seen = new Set<string>();
	for (const {name} of enabled) {
		const points = known.get(name);
		if (!points) {
			return {message: `${typeName(point)} ${goQuoted(name)} does not exist`, point, name};
		}

		if (!points.includes(point)) {
			return {message: `plugin ${goQuoted(name)} does not extend ${typeName(point)} plugin`, point, name};
		}

		if (seen.has(name)) {
			return {message: `plugin ${goQuoted(name)} already registered as ${goQuoted(typeName(point))}`, point, name};
		}

		seen.add(name);
	}

	return undefined;
};

type Known = ReadonlyMap<string, readonly ExtensionPoint[]>;

/**
The plug-ins at one point: first those that both the point and `multiPoint` enable, in the order of the point; then the others of
`multiPoint`; then those that only the point enables.

@mirrors frameworkImpl.expandMultiPointPlugins
*/
const orderAt = (
	point: ExtensionPoint,
	{enabled = [], disabled = []}: PluginSet,
	multiPoint: readonly Named[],
	known: Known,
): readonly string[] | Refused => {
	const own = enabled.map(({name}) => name);
	const off = new Set(disabled.map(({name}) => name));
	if (off.has('*')) {
		return own;
	}

	const spread: string[] = [];
	const again = new Set<string>();
	for (const {name} of multiPoint) {
		const points = known.get(name);
		if (!points) {
			return {message: `${typeName(point)} ${goQuoted(name)} does not exist`, point: 'multiPoint', name};
		}

		if (!points.includes(point) || off.has(name)) {
			continue;
		}

		if (own.includes(name)) {
			again.add(name);
		} else if (spread.includes(name)) {
			const message = `plugin ${goQuoted(name)} already registered as ${goQuoted(typeName(point))}`;
			return {message, point: 'multiPoint', name};
		} else {
			spread.push(name);
		}
	}

	return [...own.filter((name) => again.has(name)), ...spread, ...own.filter((name) => !again.has(name))];
};

/** A weight of 0 counts as 1; `score` has precedence over `multiPoint`. @mirrors getScoreWeights */
const weightsOf = ({score, multiPoint}: Plugins): ReadonlyMap<string, number> => {
	const weights = new Map<string, number>();
	for (const {name, weight} of [...(score?.enabled ?? []), ...(multiPoint?.enabled ?? [])]) {
		if (!weights.has(name)) {
			weights.set(name, weight || 1);
		}
	}

	return weights;
};

/**
The plug-ins of a profile at each point, or why kube-scheduler does not start with it.

@param plugins those of the profile, merged with the default ones ({@link mergePlugins}).
@param known every plug-in, with its points.
@see https://kubernetes.io/docs/reference/scheduling/config/#multipoint
@mirrors k8s.io/kubernetes/pkg/scheduler/framework/runtime NewFramework
*/
export const expandPlugins = (plugins: Plugins, known: Known, schedulerName: string): Expanded | Refused => {
	for (const point of startOrder) {
		const wrong = wrongAt(point, plugins[point]?.enabled ?? [], known);
		if (wrong) {
			return wrong;
		}
	}

	const orders = new Map<ExtensionPoint, readonly string[]>();
	for (const point of startOrder) {
		const order = orderAt(point, plugins[point] ?? {}, plugins.multiPoint?.enabled ?? [], known);
		if ('message' in order) {
			return order;
		}

		orders.set(point, order);
	}

	const at = (point: ExtensionPoint): readonly string[] => orders.get(point) ?? [];
	if (at('queueSort').length !== 1) {
		return {
			message: `only one queue sort plugin required for profile with scheduler name ${goQuoted(schedulerName)}, but got ${at('queueSort').length}`,
			point: 'queueSort',
		};
	}

	if (at('bind').length === 0) {
		return {
			message: `at least one bind plugin is needed for profile with scheduler name ${goQuoted(schedulerName)}`,
			point: 'bind',
		};
	}

	return {
		plugins: {
			preEnqueue: at('preEnqueue'),
			queueSort: at('queueSort'),
			preFilter: at('preFilter'),
			filter: at('filter'),
			postFilter: at('postFilter'),
			preScore: at('preScore'),
			score: at('score'),
			reserve: at('reserve'),
			permit: at('permit'),
			preBind: at('preBind'),
			bind: at('bind'),
			postBind: at('postBind'),
		},
		weights: weightsOf(plugins),
	};
};
