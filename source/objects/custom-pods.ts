import {isRecord} from '../kernel/record.js';
import {matchesLabels} from './labels.js';
import {groupVersionOf, resources} from './resources.js';
import {nestedField, nestedStringMap} from './unstructured.js';

const builtInGroups: ReadonlySet<string> = new Set(resources.map(({group}) => group));

/** A custom resource as far as its Pods can be foreseen. */
export interface CustomResource {
	readonly apiVersion: string;
	readonly kind: string;
	readonly name: string;
	/** The whole object. */
	readonly value: unknown;
}

/** The labels that the operators of Prometheus give to Pods, in addition to those of `spec.podMetadata`. @see https://github.com/prometheus-operator/prometheus-operator/blob/main/Documentation/api-reference/api.md */
const ofPrometheusOperator = ({kind, name}: CustomResource): Readonly<Record<string, string>> => ({
	'app.kubernetes.io/managed-by': 'prometheus-operator',
	'app.kubernetes.io/name': kind.toLowerCase(),
	'app.kubernetes.io/instance': name,
	[kind.toLowerCase()]: name,
});

const templates: ReadonlyArray<readonly string[]> = [
	['template', 'metadata'],
	['podTemplate', 'metadata'],
	['podTemplateSpec', 'metadata'],
	['podMetadata'],
];

/** Fields that only resources with Pods have. */
const countsPods = /^(?:replicas|instances|numberOfInstances|nodeSets|podTemplate|podTemplateSpec|image)$/;

const hasCount = (spec: unknown, depth: number): boolean =>
	isRecord(spec) &&
	Object.entries(spec).some(([field, value]) => countsPods.test(field) || (depth > 0 && hasCount(value, depth - 1)));

/** Whether a custom resource has fields that only resources with Pods have. */
export const makesPods = ({apiVersion, value}: CustomResource): boolean =>
	!builtInGroups.has(groupVersionOf(apiVersion).group) && hasCount(nestedField(value, 'spec'), 1);

/**
Whether the controller of a custom resource, which is not simulated, would make Pods that match a selector. Its Pod template decides.
Without a template, operators label Pods with the resource's name: then a label of the selector has that name as its value.
*/
export const makesPodsOf = (custom: CustomResource, selector: Readonly<Record<string, string>>): boolean => {
	const {group} = groupVersionOf(custom.apiVersion);
	if (builtInGroups.has(group)) {
		return false;
	}

	const spec = nestedField(custom.value, 'spec');
	const labels = Object.assign(
		{},
		...templates.map((path) => nestedStringMap(spec, ...path, 'labels') ?? {}),
		group === 'monitoring.coreos.com' ? ofPrometheusOperator(custom) : {},
	);
	return matchesLabels(selector, labels) || (Object.values(selector).includes(custom.name) && makesPods(custom));
};
