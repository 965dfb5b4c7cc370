import {note, type Routine} from '../../kernel/routine.js';
import type {ApiResource} from '../discovery.js';
import {CommandFailure, throwAll} from '../failure.js';
import {dryRunOf, dryRunQuery, formatOf, printResult} from '../output.js';
import {resolveResource, selectItems} from '../selection.js';
import type {Session} from '../session.js';
import type {Unstructured, Value} from '../unstructured.js';
import {fieldManager} from './apply.js';
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
export function* expose(session: Session): Routine<number | void> {
	const dryRun = dryRunOf(session);
	const format = formatOf(session);
	yield* session.target();
	const {items, errors} = yield* selectItems(session);
	throwAll(errors);
	for (const {resource, namespace, name, object} of items) {
		if (!exposable.has(resource.kind)) {
			throw new CommandFailure(`cannot expose a ${resource.kind}${resource.group ? `.${resource.group}` : ''}`);
		}

		const service = serviceFor(session, object!, name, namespace);
		yield* note(
			'kubectl.generate',
			`kubectl expose builds a Service ${service.metadata?.name} that selects the Pods of ${name} by their labels.`,
			{input: object, output: service},
		);
		const services = yield* resolveResource(session, 'services');
		const created =
			dryRun === 'client'
				? service
				: yield* session.create(services, namespace, service, {
						query: {...dryRunQuery(dryRun), fieldManager: fieldManager(session, 'kubectl-expose')},
					});
		printResult(session, format, services, created, 'exposed', dryRun);
	}
}

const serviceFor = (
	{flags}: Session,
	object: Unstructured,
	name: string,
	namespace: string | undefined,
): Unstructured => {
	let selector: Readonly<Record<string, string>>;
	try {
		selector = parseLabels(flags.text('selector')) ?? selectorFor(object);
	} catch (error) {
		throw new CommandFailure(
			`couldn't retrieve selectors via --selector flag or introspection: ${(error as Error).message}`,
		);
	}

	const headless = flags.text('cluster-ip') === 'None';
	const found = portsOf(object);
	const numbers = flags.text('port') ? flags.text('port').split(',').map(Number) : found.map(({port}) => port);
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
export function* autoscale(session: Session): Routine<number | void> {
	const {flags} = session;
	const dryRun = dryRunOf(session);
	const format = formatOf(session);
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

	yield* session.target();
	const {items, errors} = yield* selectItems(session);
	throwAll(errors);
	for (const {resource, namespace, name} of items) {
		if (!resource.subresources.includes('scale')) {
			throw new CommandFailure(
				`cannot autoscale a ${kindAndGroup(resource)}: the server could not find the requested resource`,
			);
		}

		const scaler = scalerFor(session, resource, name, namespace);
		yield* note('kubectl.generate', `kubectl autoscale builds a HorizontalPodAutoscaler for ${name}.`, {
			output: scaler,
		});
		const scalers = yield* resolveResource(session, 'horizontalpodautoscalers');
		const created =
			dryRun === 'client'
				? scaler
				: yield* session.create(scalers, namespace, scaler, {
						query: {...dryRunQuery(dryRun), fieldManager: fieldManager(session, 'kubectl-autoscale')},
					});
		printResult(session, format, scalers, created, 'autoscaled', dryRun);
	}
}

const kindAndGroup = ({kind, group}: ApiResource): string => (group ? `${kind}.${group}` : kind);

const scalerFor = (
	{flags}: Session,
	resource: ApiResource,
	name: string,
	namespace: string | undefined,
): Unstructured => {
	const percent = flags.changed('cpu-percent')
		? flags.number('cpu-percent')
		: flags.text('cpu').endsWith('%')
			? Number(flags.text('cpu').slice(0, -1))
			: undefined;
	const metric = (metricName: string, target: Value) => ({type: 'Resource', resource: {name: metricName, target}});
	const metrics = [
		...(percent === undefined || percent < 0
			? []
			: [metric('cpu', {type: 'Utilization', averageUtilization: percent})]),
		...(flags.text('cpu') && !flags.text('cpu').endsWith('%')
			? [metric('cpu', {type: 'AverageValue', averageValue: flags.text('cpu')})]
			: []),
		...(flags.text('memory').endsWith('%')
			? [metric('memory', {type: 'Utilization', averageUtilization: Number(flags.text('memory').slice(0, -1))})]
			: []),
		...(flags.text('memory') && !flags.text('memory').endsWith('%')
			? [metric('memory', {type: 'AverageValue', averageValue: flags.text('memory')})]
			: []),
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
