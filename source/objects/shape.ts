import {apiFacts} from './facts.js';
import {embeddedPath, goMapType, goStringType} from './go-types.js';
import {referenceOf, resolveSchema, type Schema} from './schema.js';

/** What a field has when it is empty: left out always, kept, or written as null. */
export type Emptiness = 'omit' | 'keep' | 'null';

/** The schema of a value made ready for decoding: references followed, Go's names known. */
export interface Shape {
	readonly kind:
		| 'any'
		| 'boolean'
		| 'bytes'
		| 'int-or-string'
		| 'integer'
		| 'list'
		| 'map'
		| 'microtime'
		| 'number'
		| 'quantity'
		| 'string'
		| 'struct'
		| 'time';
	/** As Go writes the type: `int32`, `[]v1.Container`. */
	readonly goType: string;
	/** Of a struct: its bare name. */
	readonly name: string;
	readonly fields: ReadonlyMap<string, Field>;
	/** Fields that are written even when nobody set them: name and value. */
	readonly always: ReadonlyArray<readonly [string, unknown]>;
	/** Of a list or map. */
	readonly item?: Shape;
}

/** One field of a struct. */
export interface Field {
	readonly shape: Shape;
	/** Embedded structs on the way, then the field's own name. */
	readonly goPath: readonly string[];
	readonly empty: Emptiness;
}

const wellKnown: Readonly<Record<string, readonly [Shape['kind'], string]>> = {
	'io.k8s.apimachinery.pkg.api.resource.Quantity': ['quantity', 'resource.Quantity'],
	'io.k8s.apimachinery.pkg.apis.meta.v1.Time': ['time', 'string'],
	'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime': ['microtime', 'string'],
	'io.k8s.apimachinery.pkg.util.intstr.IntOrString': ['int-or-string', 'int32'],
	'io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1': ['any', 'v1.FieldsV1'],
	'io.k8s.apimachinery.pkg.runtime.RawExtension': ['any', 'runtime.RawExtension'],
};

const nothing: Pick<Shape, 'name' | 'fields' | 'always'> = {name: '', fields: new Map(), always: []};

// Switched off is not said where the field is no pointer upstream. Everything else that is false or 0 was said on purpose.
const plainFlags = new Set(
	'external globalDefault hostIPC hostNetwork hostPID notReady paused publishNotReadyAddresses readOnly ready secretReadOnly stdin stdinOnce tty unschedulable exclude controllerExpansion sslEnabled'.split(
		' ',
	),
);
const plainNumbers = new Set(
	'availableReplicas collisions completedIndexes count currentReplicas deprecatedCount failureThreshold fullyLabeledReplicas generation healthCheckNodePort hostPort initialDelaySeconds minReadySeconds nodePort numberAvailable numberUnavailable observedGeneration periodSeconds readyReplicas remainingItemCount restartCount series signal successThreshold succeeded failed active timeoutSeconds unavailableReplicas updatedNumberScheduled updatedReplicas weight leaseTransitionCount port number iops pdPartition partitionNumber'.split(
		' ',
	),
);
// Elsewhere one of these is a pointer, whose zero counts.
const pointers = new Set([
	'EndpointPort.port',
	'EndpointConditions.ready',
	'JobStatus.ready',
	'PersistentVolumeClaimSpec.storageClassName',
	'PersistentVolumeClaimSpec.volumeAttributesClassName',
	'PersistentVolumeSpec.volumeAttributesClassName',
	'EndpointPort.name',
	'EndpointPort.appProtocol',
	'ServicePort.appProtocol',
	'ServiceSpec.loadBalancerClass',
	'IngressSpec.ingressClassName',
	'LeaseSpec.holderIdentity',
	'LeaseSpec.preferredHolder',
	'PodSpec.runtimeClassName',
	'PodSpec.hostnameOverride',
	'PodDNSConfigOption.value',
	'GRPCAction.service',
	'TypedLocalObjectReference.apiGroup',
	'TypedObjectReference.apiGroup',
	'TypedObjectReference.namespace',
	'IngressClassParametersReference.apiGroup',
	'IngressClassParametersReference.namespace',
	'IngressClassParametersReference.scope',
	'EndpointAddress.nodeName',
	'Endpoint.hostname',
	'Endpoint.nodeName',
	'Endpoint.zone',
	'JobSpec.managedBy',
	'CronJobSpec.timeZone',
	'WindowsSecurityContextOptions.runAsUserName',
	'SeccompProfile.localhostProfile',
	'AppArmorProfile.localhostProfile',
]);

// Lists without `omitempty` that are null when they are empty.
const nullable = new Set([
	'ClusterRole.rules',
	'EndpointSlice.endpoints',
	'EndpointSlice.ports',
	'HorizontalPodAutoscalerStatus.currentMetrics',
	'LimitRangeSpec.limits',
	'Role.rules',
]);

const emptinessOf = (struct: string, field: string, schema: Schema, shape: Shape, required: boolean): Emptiness => {
	if (nullable.has(`${struct}.${field}`)) {
		return 'null';
	}

	if (shape.kind === 'struct' || pointers.has(`${struct}.${field}`)) {
		return 'keep';
	}

	if (required || (schema.default !== undefined && schema.default !== '')) {
		return 'keep';
	}

	switch (shape.kind) {
		case 'boolean': {
			return plainFlags.has(field) ? 'omit' : 'keep';
		}

		case 'integer':
		case 'number': {
			return plainNumbers.has(field) ? 'omit' : 'keep';
		}

		case 'string': {
			// A string with a type of its own and a default is mostly a pointer; validation has words for the empty one.
			return schema.enum || shape.goType !== 'string' ? 'keep' : 'omit';
		}

		case 'list':
		case 'map':
		case 'bytes': {
			return 'omit';
		}

		default: {
			return 'keep';
		}
	}
};

const zeros: Readonly<Record<string, unknown>> = {boolean: false, integer: 0, string: ''};

/** What is written for a field that nobody set: structs that are no pointers, and values without `omitempty`. */
const impliedValue = (struct: string, field: string, schema: Schema, shape: Shape, required: boolean): unknown => {
	if (nullable.has(`${struct}.${field}`)) {
		return null;
	}

	if (shape.kind === 'struct') {
		return schema.default === undefined ? undefined : shape;
	}

	const zero = zeros[shape.kind];
	return zero !== undefined && (required || (shape.kind !== 'string' && schema.default === zero)) ? zero : undefined;
};

const shapes = new Map<string, Shape>();

const structOf = (id: string, schema: Schema, version: string): Shape => {
	const name = id.slice(id.lastIndexOf('.') + 1);
	const fields = new Map<string, Field>();
	const always: Array<readonly [string, unknown]> = [];
	const shape: Shape = {kind: 'struct', goType: `${version}.${name}`, name, fields, always};
	shapes.set(id, shape);
	const required = new Set(schema.required);
	for (const [field, fieldSchema] of Object.entries(schema.properties!)) {
		const fieldShape = shapeOf(fieldSchema, name, field, version);
		fields.set(field, {
			shape: fieldShape,
			goPath: [...embeddedPath(name, field), field],
			empty: emptinessOf(name, field, fieldSchema, fieldShape, required.has(field)),
		});
		const implied = impliedValue(name, field, fieldSchema, fieldShape, required.has(field));
		if (implied !== undefined) {
			always.push([field, implied]);
		}
	}

	return shape;
};

const shapeOf = (schema: Schema, struct: string, field: string, version: string): Shape => {
	const id = referenceOf(schema);
	if (id !== undefined) {
		return shapeOfId(id);
	}

	switch (schema.type) {
		case 'string': {
			return schema.format === 'byte'
				? {...nothing, kind: 'bytes', goType: '[]uint8'}
				: {...nothing, kind: 'string', goType: goStringType(struct, field, version)};
		}

		case 'integer': {
			return {...nothing, kind: 'integer', goType: schema.format ?? 'int64'};
		}

		case 'number': {
			return {...nothing, kind: 'number', goType: 'float64'};
		}

		case 'boolean': {
			return {...nothing, kind: 'boolean', goType: 'bool'};
		}

		case 'array': {
			const item = shapeOf(schema.items ?? {}, struct, field, version);
			return {...nothing, kind: 'list', goType: `[]${item.goType}`, item};
		}

		case 'object': {
			const item = shapeOf(schema.additionalProperties ?? {}, struct, '', version);
			return {...nothing, kind: 'map', goType: goMapType(field, item.goType), item};
		}

		default: {
			return {...nothing, kind: 'any', goType: 'interface {}'};
		}
	}
};

/** The shape of a schema by its long name. */
export const shapeOfId = (id: string): Shape => {
	let shape = shapes.get(id);
	if (!shape) {
		const schema = resolveSchema({$ref: `#/components/schemas/${id}`});
		const version = id.split('.').at(-2)!;
		const known = wellKnown[id];
		shape = known
			? {...nothing, kind: known[0], goType: known[1]}
			: schema.properties
				? structOf(id, schema, version)
				: shapeOf(apiFacts().schemas[id]!, '', '', version);
		shapes.set(id, shape);
	}

	return shape;
};
