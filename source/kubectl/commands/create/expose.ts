import {note, type Routine} from '../../../kernel/routine.js';
import type {ApiResource} from '../../discovery.js';
import {CommandFailure, throwAll} from '../../failure.js';
import {canonicalQuantity, isQuantity} from '../../../objects/quantity.js';
import {dryRunOf, dryRunQuery, formatOf, inOneStream, printResult} from '../../printing/output.js';
import {atoi, overridden} from './overrides.js';
import {resolveResource, selectItems} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import type {Unstructured, Value} from '../../unstructured.js';
import {fieldManager, withLastApplied} from '../write/apply.js';
import {parseLabels} from './run.js';

const exposable = new Set(['ReplicationController', 'Service', 'Pod', 'Deployment', 'ReplicaSet']);

/**
The labels that a Service needs to find the Pods of an object.

@throws {CommandFailure} where there are none.
@mirrors kubectl/pkg/polymorphichelpers mapBasedSelectorForObject
*/
export const selectorFor = ({kind = '', metadata, spec}: Unstructured): Readonly<Record<string, string>> => {
	if (kind === 'Pod') {
		if (Object.keys(metadata?.labels ?? {}).length === 0) {
			throw new CommandFailure('the pod has no labels and cannot be exposed');
		}

		return metadata!.labels!;
	}

	if (kind === 'Service' || kind === 'ReplicationController') {
		if (!spec.selector) {
			throw new CommandFailure('the service has no pod selector set');
		}

		return spec.selector;
	}

	if (kind === 'ReplicaSet' && !spec.selector?.matchLabels) {
		throw new CommandFailure('invalid replicaset: no selectors, therefore cannot be exposed');
	}

	if (kind === 'Deployment' && !spec.selector?.matchLabels) {
		throw new CommandFailure('invalid deployment: no selectors, therefore cannot be exposed');
	}

	if ((spec.selector?.matchExpressions ?? []).length > 0) {
		throw new CommandFailure(
			`couldn't convert expressions - "${JSON.stringify(spec.selector.matchExpressions)}" to map-based selector format`,
		);
	}

	return spec.selector?.matchLabels ?? {};
};

const portsOf = ({kind, spec}: Unstructured): ReadonlyArray<{port: number; protocol: string; name?: string}> =>
	kind === 'Service'
		? spec.ports
		: ((kind === 'Pod' ? spec : spec.template?.spec)?.containers ?? []).flatMap((container: Value) =>
				(container.ports ?? []).map((port: Value) => ({port: port.containerPort, protocol: port.protocol ?? 'TCP'})),
			);

/** `kubectl expose`: makes a Service for the Pods of an object. */
export function* expose(invocation: Invocation): Routine<number | void> {
	const dryRun = dryRunOf(invocation);
	const format = inOneStream({...formatOf(invocation), typed: true});
	yield* invocation.target();
	const {items, errors} = yield* selectItems(invocation, {ignoreSelectors: true});
	for (const {resource, namespace, name, object} of items) {
		if (!exposable.has(resource.kind)) {
			throw new CommandFailure(`cannot expose a ${resource.kind}${resource.group ? `.${resource.group}` : ''}`);
		}

		const made = overridden(invocation, serviceFor(invocation, object!, name, namespace));
		const service =
			invocation.flags.on('save-config') && dryRun !== 'client' ? withLastApplied(made, {typed: true}) : made;
		yield* note(
			'kubectl.generate',
			`kubectl expose builds a Service ${service.metadata?.name} that selects the Pods of ${name} by their labels.`,
			{input: object, output: service},
		);
		const services = yield* resolveResource(invocation, 'services');
		const created =
			dryRun === 'client'
				? service
				: yield* invocation.create(services, namespace, service, {
						query: {...dryRunQuery(dryRun), fieldManager: fieldManager(invocation, 'kubectl-expose')},
					});
		printResult(invocation, format, services, created, 'exposed', dryRun);
	}

	throwAll(errors);
}

const serviceFor = (
	{flags}: Invocation,
	object: Unstructured,
	name: string,
	namespace: string | undefined,
): Unstructured => {
	const asked = parseLabels(flags.text('selector'));
	let selector: Readonly<Record<string, string>>;
	try {
		selector = asked ?? selectorFor(object);
	} catch (error) {
		throw new CommandFailure(
			`couldn't retrieve selectors via --selector flag or introspection: ${(error as Error).message}`,
		);
	}

	const headless = flags.text('cluster-ip') === 'None';
	const found = portsOf(object);
	const numbers = flags.text('port') ? flags.text('port').split(',').map(atoi) : found.map(({port}) => port);
	if (numbers.length === 0 && !headless) {
		throw new CommandFailure(`couldn't find port via --port flag or introspection`);
	}

	const target = flags.text('target-port');
	const portName = (index: number) => (numbers.length > 1 ? `port-${index + 1}` : flags.text('port-name') || undefined);
	const ports = numbers.map((port, index) => ({
		...(portName(index) ? {name: portName(index)} : {}),
		port,
		protocol: flags.text('protocol') || found.find((one) => one.port === port)?.protocol || 'TCP',
		targetPort: target ? (/^\d+$/.test(target) ? Number(target) : target) : port,
	}));
	const affinityText = flags.text('session-affinity');
	if (!['', 'None', 'ClientIP'].includes(affinityText)) {
		throw new CommandFailure(`unknown session affinity: ${affinityText}`);
	}

	const labels = parseLabels(flags.text('labels')) ?? object.metadata?.labels;
	const [type, externalIP, loadBalancerIP, affinity] = [
		'type',
		'external-ip',
		'load-balancer-ip',
		'session-affinity',
	].map((flag) => flags.text(flag));
	return {
		apiVersion: 'v1',
		kind: 'Service',
		metadata: {name: flags.text('name') || name, namespace, ...(labels ? {labels} : {})},
		spec: {
			...(ports.length > 0 ? {ports} : {}),
			selector,
			...(type ? {type} : {}),
			...(externalIP ? {externalIPs: [externalIP]} : {}),
			...(loadBalancerIP ? {loadBalancerIP} : {}),
			...(affinity ? {sessionAffinity: affinity} : {}),
			...(flags.text('cluster-ip') ? {clusterIP: flags.text('cluster-ip')} : {}),
		},
		status: {loadBalancer: {}},
	};
};

/** `kubectl autoscale`: makes a HorizontalPodAutoscaler. */
export function* autoscale(invocation: Invocation): Routine<number | void> {
	const {flags} = invocation;
	const dryRun = dryRunOf(invocation);
	const format = inOneStream({...formatOf(invocation), typed: true});
	if (flags.changed('cpu-percent') && flags.changed('cpu')) {
		throw new CommandFailure('--cpu-percent and --cpu are mutually exclusive');
	}

	if (flags.number('max') < 1) {
		throw new CommandFailure(
			'--max=MAXPODS is required and must be at least 1, max: ' + (flags.changed('max') ? flags.text('max') : '-1'),
		);
	}

	if (flags.number('max') < flags.number('min')) {
		throw new CommandFailure(
			`--max=MAXPODS must be larger or equal to --min=MINPODS, max: ${flags.text('max')}, min: ${flags.text('min')}`,
		);
	}

	yield* invocation.target();
	const {items, errors} = yield* selectItems(invocation);
	throwAll(errors);
	for (const {resource, namespace, name} of items) {
		if (!resource.subresources.includes('scale')) {
			throw new CommandFailure(
				`cannot autoscale a ${resource.kind}: could not find scale subresource for ${resource.group}/${resource.version}, Resource=${resource.plural} in discovery information`,
			);
		}

		const made = scalerFor(invocation, resource, name, namespace);
		const scaler = flags.on('save-config') && dryRun !== 'client' ? withLastApplied(made, {typed: true}) : made;
		yield* note('kubectl.generate', `kubectl autoscale builds a HorizontalPodAutoscaler for ${name}.`, {
			output: scaler,
		});
		const scalers = yield* resolveResource(invocation, 'horizontalpodautoscalers');
		const created =
			dryRun === 'client'
				? scaler
				: yield* invocation.create(scalers, namespace, scaler, {
						query: {...dryRunQuery(dryRun), fieldManager: fieldManager(invocation, 'kubectl-autoscale')},
					});
		printResult(invocation, format, scalers, created, 'autoscaled', dryRun);
	}
}

/**
What `--cpu` and `--memory` aim at: a percentage of what is requested, or an amount. A bare number is in milli or in Mi.

@throws {CommandFailure}
@mirrors kubectl/pkg/cmd/autoscale parseResourceInput
*/
const metricOf = (name: 'cpu' | 'memory', text: string): Value => {
	const metric = (target: Value) => ({type: 'Resource', resource: {name, target}});
	if (text.endsWith('%')) {
		const percentage = text.slice(0, -1);
		if (!/^\d+$/.test(percentage)) {
			throw new CommandFailure(`invalid percentage value: ${percentage}`);
		}

		return metric({type: 'Utilization', averageUtilization: Number(percentage)});
	}

	const amount = /^[+-]?[\d.]+$/.test(text) ? `${text}${name === 'cpu' ? 'm' : 'Mi'}` : text;
	if (!isQuantity(amount)) {
		throw new CommandFailure(`invalid resource ${name} value: ${text}`);
	}

	return metric({type: 'AverageValue', averageValue: canonicalQuantity(amount)});
};

const scalerFor = (
	{flags}: Invocation,
	resource: ApiResource,
	name: string,
	namespace: string | undefined,
): Unstructured => {
	const percent = flags.changed('cpu-percent') ? flags.number('cpu-percent') : 0;
	const metrics = [
		...(percent > 0 ? [metricOf('cpu', `${percent}%`)] : []),
		...(flags.text('cpu') ? [metricOf('cpu', flags.text('cpu'))] : []),
		...(flags.text('memory') ? [metricOf('memory', flags.text('memory'))] : []),
	];
	return {
		apiVersion: 'autoscaling/v2',
		kind: 'HorizontalPodAutoscaler',
		metadata: {name: flags.text('name') || name, namespace},
		spec: {
			maxReplicas: flags.number('max'),
			...(flags.number('min') > 0 ? {minReplicas: flags.number('min')} : {}),
			scaleTargetRef: {
				apiVersion: `${resource.group}/${resource.version}`.replace(/^\//, ''),
				kind: resource.kind,
				name,
			},
			...(metrics.length > 0 ? {metrics} : {}),
		},
		status: {currentMetrics: null, desiredReplicas: 0},
	};
};
