import {writtenNamespace} from './generated.js';
import {fieldManager} from '../../field-manager.js';
import {withLastApplied} from '../../last-applied.js';
import {parseLabels} from '../../word-pairs.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import type {PodSpec} from '../../../objects/kubernetes.generated.js';
import {CommandFailure, messageOf, throwAll} from '../../failure.js';
import {dryRunOf, dryRunQuery, formatOf, inOneStream, printResult} from '../../printing/output.js';
import {atoi} from '../../atoi.js';
import {overridden} from './overrides.js';
import {resolveResource, selectItems} from '../../selection.js';
import type {Invocation} from '../../invocation.js';
import {isObjectOf, nestedMapSlice, nestedStringMap, type Unstructured} from '../../../objects/unstructured.js';

const exposable = new Set(['ReplicationController', 'Service', 'Pod', 'Deployment', 'ReplicaSet']);

/**
The labels that a Service needs to find the Pods of an object.

@throws {CommandFailure} if the object has no such labels.
@mirrors kubectl/pkg/polymorphichelpers mapBasedSelectorForObject
*/
export const selectorFor = (object: Unstructured): Readonly<Record<string, string>> => {
	const {kind = '', metadata} = object;
	if (kind === 'Pod') {
		const labels = metadata?.labels ?? {};
		if (Object.keys(labels).length === 0) {
			throw new CommandFailure('the pod has no labels and cannot be exposed');
		}

		return labels;
	}

	if (kind === 'Service' || kind === 'ReplicationController') {
		const selector = nestedStringMap(object, 'spec', 'selector');
		if (!selector) {
			throw new CommandFailure('the service has no pod selector set');
		}

		return selector;
	}

	const matchLabels = nestedStringMap(object, 'spec', 'selector', 'matchLabels');
	if (['ReplicaSet', 'Deployment'].includes(kind) && !matchLabels) {
		throw new CommandFailure(`invalid ${kind.toLowerCase()}: no selectors, therefore cannot be exposed`);
	}

	const expressions = nestedMapSlice(object, 'spec', 'selector', 'matchExpressions');
	if (expressions.length > 0) {
		throw new CommandFailure(
			`couldn't convert expressions - "${JSON.stringify(expressions)}" to map-based selector format`,
		);
	}

	return matchLabels ?? {};
};

interface ExposedPort {
	readonly port: number;
	readonly protocol?: string;
}

const portsOf = (object: Unstructured): readonly ExposedPort[] => {
	if (isObjectOf(object, 'services')) {
		return object.spec.ports ?? [];
	}

	const spec = isObjectOf(object, 'pods') ? object.spec : podTemplateSpec(object);
	return (spec?.containers ?? []).flatMap(({ports = []}) =>
		ports.map(({containerPort, protocol = 'TCP'}) => ({port: containerPort, protocol})),
	);
};

const podTemplateSpec = (object: Unstructured): PodSpec | undefined =>
	isObjectOf(object, 'deployments.apps') ||
	isObjectOf(object, 'replicasets.apps') ||
	isObjectOf(object, 'replicationcontrollers')
		? object.spec.template?.spec
		: undefined;

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

		const made = overridden(
			invocation,
			serviceFor(invocation, object, name, writtenNamespace(invocation, dryRun, namespace)),
		);
		const service =
			invocation.flags.on('save-config') && dryRun !== 'client' ? withLastApplied(made, {typed: true}) : made;
		yield* note('kubectl.generate', {
			case: 'expose',
			service: service.metadata?.name,
			target: name,
			input: object,
			output: service,
		});
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
		throw new CommandFailure(`couldn't retrieve selectors via --selector flag or introspection: ${messageOf(error)}`);
	}

	const headless = flags.text('cluster-ip') === 'None';
	const found = portsOf(object);
	const numbers = flags.text('port') ? flags.text('port').split(',').map(atoi) : found.map(({port}) => port);
	if (numbers.length === 0 && !headless) {
		throw new CommandFailure(`couldn't find port via --port flag or introspection`);
	}

	const target = flags.text('target-port');
	const targetPort = /^\d+$/.test(target) ? Number(target) : target;
	const portName = (index: number) => (numbers.length > 1 ? `port-${index + 1}` : flags.text('port-name') || undefined);
	const ports = numbers.map((port, index) => ({
		...(portName(index) ? {name: portName(index)} : {}),
		port,
		protocol: flags.text('protocol') || found.find((one) => one.port === port)?.protocol || 'TCP',
		targetPort: target ? targetPort : port,
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
		metadata: {name: flags.text('name') || name, ...(namespace ? {namespace} : {}), ...(labels ? {labels} : {})},
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
