import test from 'ava';
import {apiFacts} from './facts.js';
import {goFields, goTypeName, jsonFields, keepsZero, structIn} from './go-types.js';

const core = 'io.k8s.api.core.v1';

/** A struct as Go's source declares it, with its encoder's text for zero. */
const declaration = (id: string): readonly string[] =>
	(goFields(id) ?? []).map(({name, key, type, zero}) =>
		key === undefined
			? name
			: `${name} ${goTypeName(type)} ${key}${zero === undefined ? '' : ` = ${JSON.stringify(zero)}`}`,
	);

test('every struct of the API has its fields, those of embedded structs among them', (t) => {
	const wrong = Object.entries(apiFacts().schemas).filter(([id, {properties}]) => {
		const keys = new Set(jsonFields(id).keys());
		// A kind's own name is in a struct that all kinds embed.
		const others = Object.keys(properties ?? {}).filter((key) => !keys.delete(key));
		return keys.size > 0 || others.some((key) => key !== 'apiVersion' && key !== 'kind');
	});
	t.deepEqual(wrong, []);
});

test('fields stand where they are declared, and are pointers where nothing is not zero', (t) => {
	t.deepEqual(declaration(`${core}.ContainerPort`), [
		'Name string name',
		'HostPort int32 hostPort',
		'ContainerPort int32 containerPort = 0',
		'Protocol v1.Protocol protocol',
		'HostIP string hostIP',
	]);
	t.deepEqual(declaration(`${core}.SeccompProfile`), [
		'Type v1.SeccompProfileType type = ""',
		'LocalhostProfile *string localhostProfile',
	]);
	t.deepEqual(declaration('io.k8s.api.apps.v1.ReplicaSetSpec'), [
		'Replicas *int32 replicas',
		'MinReadySeconds int32 minReadySeconds',
		'Selector *v1.LabelSelector selector = null',
		'Template v1.PodTemplateSpec template = {}',
	]);
	t.deepEqual(declaration('io.k8s.api.discovery.v1.EndpointSlice'), [
		'ObjectMeta v1.ObjectMeta metadata = {}',
		'AddressType v1.AddressType addressType = ""',
		'Endpoints []v1.Endpoint endpoints = null',
		'Ports []v1.EndpointPort ports = null',
	]);
	t.deepEqual(declaration(`${core}.ResourceFieldSelector`), [
		'ContainerName string containerName',
		'Resource string resource = ""',
		'Divisor resource.Quantity divisor = "0"',
	]);
	t.deepEqual(declaration('io.k8s.apimachinery.pkg.apis.meta.v1.OwnerReference'), [
		'APIVersion string apiVersion = ""',
		'Kind string kind = ""',
		'Name string name = ""',
		'UID types.UID uid = ""',
		'Controller *bool controller',
		'BlockOwnerDeletion *bool blockOwnerDeletion',
	]);
});

test('embedded structs are on the way to their fields', (t) => {
	t.deepEqual(declaration(`${core}.Volume`), ['Name string name = ""', 'VolumeSource']);
	const pathTo = (id: string, key: string) => jsonFields(id).get(key)?.embeddedIn;
	t.deepEqual(pathTo(`${core}.Volume`, 'name'), []);
	t.deepEqual(pathTo(`${core}.Volume`, 'ephemeral'), ['VolumeSource']);
	t.deepEqual(pathTo(`${core}.Probe`, 'httpGet'), ['ProbeHandler']);
	t.deepEqual(pathTo(`${core}.SecretKeySelector`, 'name'), ['LocalObjectReference']);
	t.deepEqual(pathTo('io.k8s.api.admissionregistration.v1.NamedRuleWithOperations', 'scope'), [
		'RuleWithOperations',
		'Rule',
	]);
});

test('structs are told from plain values, and plain pointers from those to structs', (t) => {
	t.is(structIn(`[]${core}.Container`), `${core}.Container`);
	t.is(structIn(`*${core}.ProbeHandler`), `${core}.ProbeHandler`);
	t.is(structIn('map[string]string'), undefined);
	t.is(structIn('io.k8s.apimachinery.pkg.apis.meta.v1.Time'), undefined);
	const keeps = (key: string) => [...jsonFields(`${core}.PodSpec`).values()].some((f) => f.key === key && keepsZero(f));
	t.deepEqual(['priority', 'hostNetwork', 'affinity', 'containers', 'runtimeClassName'].filter(keeps), [
		'priority',
		'runtimeClassName',
	]);
});
