import {writtenNamespace} from '../create/generated.js';
import {ApiError} from '../../../client/errors.js';
import type {Routine} from '../../../kernel/routine.js';
import {note} from '../../../stages/note.js';
import type {MetricSpec, MetricTarget} from '../../../objects/kubernetes.generated.js';
import {canonicalQuantity, isQuantity} from '../../../objects/quantity.js';
import type {Unstructured} from '../../../objects/unstructured.js';
import type {ApiResource} from '../../discovery.js';
import {CommandFailure, isFailure, throwAll} from '../../failure.js';
import {fieldManager} from '../../field-manager.js';
import type {Invocation} from '../../invocation.js';
import {withLastApplied} from '../../last-applied.js';
import {
	dryRunOf,
	dryRunQuery,
	formatOf,
	inOneStream,
	printResult,
	type DryRun,
	type Format,
} from '../../printing/output.js';
import {resolveResource, selectItems, type Item} from '../../selection.js';

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
	const failures = [...errors];
	for (const item of items) {
		try {
			yield* autoscaleOne(invocation, item, format, dryRun);
		} catch (error) {
			failures.push(isFailure(error));
		}
	}

	throwAll(failures);
}

function* autoscaleOne(
	invocation: Invocation,
	{resource, namespace, name}: Item,
	format: Format,
	dryRun: DryRun,
): Routine {
	if (!resource.subresources.includes('scale')) {
		throw new CommandFailure(
			`cannot autoscale a ${resource.kind}: could not find scale subresource for ${resource.group}/${resource.version}, Resource=${resource.plural} in discovery information`,
		);
	}

	const made = scalerFor(invocation, resource, name, writtenNamespace(invocation, dryRun, namespace));
	const scaler =
		invocation.flags.on('save-config') && dryRun !== 'client' ? withLastApplied(made, {typed: true}) : made;
	yield* note('kubectl.generate', {case: 'autoscaler', target: name, output: scaler});
	const scalers = yield* resolveResource(invocation, 'horizontalpodautoscalers');
	const created = dryRun === 'client' ? scaler : yield* createdScaler(invocation, scalers, namespace, scaler, dryRun);
	printResult(invocation, format, scalers, created, 'autoscaled', dryRun);
}

/** Creates the autoscaler; if that fails, kubectl tries the first version, unless that lacks a requested field. */
function* createdScaler(
	invocation: Invocation,
	scalers: ApiResource,
	namespace: string | undefined,
	scaler: Unstructured,
	dryRun: DryRun,
): Routine<Unstructured> {
	const {flags} = invocation;
	try {
		return yield* invocation.create(scalers, namespace, scaler, {
			query: {...dryRunQuery(dryRun), fieldManager: fieldManager(invocation, 'kubectl-autoscale')},
		});
	} catch (error) {
		const cpu = flags.text('cpu');
		if (!(error instanceof ApiError) || (cpu.endsWith('%') && flags.text('memory') === '')) {
			throw error;
		}

		// Upstream defines the value for "no error".
		const why = cpu === '' ? 'empty input' : '%!w(<nil>)';
		throw new CommandFailure(
			`failed to create autoscaling/v2 HPA and the configuration is incompatible with autoscaling/v1: ${why}`,
		);
	}
}

/**
The target of `--cpu` and `--memory`: a percentage of the request, or an amount. A bare number is in milli or in Mi.

@throws {CommandFailure}
@mirrors kubectl/pkg/cmd/autoscale parseResourceInput
*/
const metricOf = (name: 'cpu' | 'memory', text: string): MetricSpec => {
	const metric = (target: MetricTarget): MetricSpec => ({type: 'Resource', resource: {name, target}});
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
		metadata: {name: flags.text('name') || name, ...(namespace ? {namespace} : {})},
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
