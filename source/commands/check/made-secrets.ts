import {groupVersionOf} from '../../objects/resources.js';
import {nestedMap, nestedSlice, nestedString} from '../../objects/unstructured.js';
import type {GivenDocument} from './given-documents.js';

/** The kind, name and keys of a Secret or ConfigMap, as far as a custom resource and its operator's documentation name them. */
export interface SecretForm {
	readonly name: string;
	readonly keys: readonly string[];
	/** A Secret if absent. */
	readonly kind?: 'Secret' | 'ConfigMap';
}

const tls = ['tls.crt', 'tls.key', 'ca.crt'] as const;
const credentials = ['username', 'password'] as const;

/** The Secrets that a controller makes of a custom resource, by `group kind`. */
const forms: Readonly<Record<string, (document: GivenDocument) => readonly SecretForm[]>> = {
	/** @see https://cert-manager.io/docs/usage/certificate/ */
	'cert-manager.io Certificate': ({value}) => {
		const name = nestedString(value, 'spec', 'secretName');
		return name === undefined ? [] : [{name, keys: tls}];
	},
	/** @see https://external-secrets.io/latest/api/externalsecret/ */
	'external-secrets.io ExternalSecret': ({value, name}) => [
		{
			name: nestedString(value, 'spec', 'target', 'name') ?? name,
			keys: nestedSlice(value, 'spec', 'data').flatMap((one) => nestedString(one, 'secretKey') ?? []),
		},
	],
	/** @see https://secrets-store-csi-driver.sigs.k8s.io/topics/sync-as-kubernetes-secret */
	'secrets-store.csi.x-k8s.io SecretProviderClass': ({value}) =>
		nestedSlice(value, 'spec', 'secretObjects').map((one) => ({
			name: nestedString(one, 'secretName') ?? '',
			keys: nestedSlice(one, 'data').flatMap((item) => nestedString(item, 'key') ?? []),
		})),
	/** @see https://github.com/bitnami-labs/sealed-secrets */
	'bitnami.com SealedSecret': ({value, name}) => [
		{
			name: nestedString(value, 'spec', 'template', 'metadata', 'name') ?? name,
			keys: Object.keys(nestedMap(value, 'spec', 'encryptedData') ?? {}),
		},
	],
	/** @see https://opensource.zalando.com/postgres-operator/docs/user.html */
	'acid.zalan.do postgresql': ({value, name}) =>
		['postgres', 'standby', ...Object.keys(nestedMap(value, 'spec', 'users') ?? {})].map((user) => ({
			name: `${user.replaceAll('_', '-')}.${name}.credentials.postgresql.acid.zalan.do`,
			keys: credentials,
		})),
	/** @see https://cloudnative-pg.io/documentation/current/applications/ */
	'postgresql.cnpg.io Cluster': ({name}) => [
		...['app', 'superuser'].map((user) => ({
			name: `${name}-${user}`,
			keys: [...credentials, 'host', 'port', 'dbname', 'user', 'pgpass', 'uri', 'jdbc-uri'],
		})),
		{name: `${name}-ca`, keys: ['ca.crt', 'ca.key']},
		{name: `${name}-server`, keys: ['tls.crt', 'tls.key']},
	],
	/** @see https://www.elastic.co/docs/deploy-manage/deploy/cloud-on-k8s */
	'elasticsearch.k8s.elastic.co Elasticsearch': ({name}) => [
		{name: `${name}-es-elastic-user`, keys: ['elastic']},
		{name: `${name}-es-http-certs-public`, keys: ['tls.crt', 'ca.crt']},
	],
	'kibana.k8s.elastic.co Kibana': ({name}) => [{name: `${name}-kb-http-certs-public`, keys: ['tls.crt', 'ca.crt']}],
	/** @see https://strimzi.io/docs/operators/latest/deploying */
	'kafka.strimzi.io Kafka': ({name}) => [
		{name: `${name}-cluster-ca-cert`, keys: ['ca.crt', 'ca.p12', 'ca.password']},
		{name: `${name}-clients-ca-cert`, keys: ['ca.crt', 'ca.p12', 'ca.password']},
	],
	'kafka.strimzi.io KafkaUser': ({name}) => [
		{
			name,
			keys: ['password', 'sasl.jaas.config', 'ca.crt', 'user.crt', 'user.key', 'user.p12', 'user.password'],
		},
	],
	/** @see https://redis.io/docs/latest/operate/kubernetes/ */
	'app.redislabs.com RedisEnterpriseCluster': ({name}) => [{name, keys: credentials}],
	'app.redislabs.com RedisEnterpriseDatabase': ({value, name}) => [
		{
			name: nestedString(value, 'spec', 'databaseSecretName') ?? `redb-${name}`,
			keys: ['password', 'port', 'service_name', 'service_names'],
		},
	],
	/** @see https://www.rabbitmq.com/kubernetes/operator/using-operator */
	'rabbitmq.com RabbitmqCluster': ({name}) => [
		{
			name: `${name}-default-user`,
			keys: [...credentials, 'host', 'port', 'provider', 'type', 'connection_string', 'default_user.conf'],
		},
	],
	/** @see https://rook.io/docs/rook/latest-release/Troubleshooting/ceph-toolbox/ */
	'ceph.rook.io CephCluster': () => [
		{name: 'rook-ceph-mon', keys: ['ceph-username', 'ceph-secret', 'fsid', 'mon-secret']},
		{name: 'rook-ceph-mon-endpoints', keys: ['data', 'mapping', 'maxMonId'], kind: 'ConfigMap'},
	],
};

/** The Secrets that the controller of a document makes; empty if its controller is not known to make Secrets. */
export const secretFormsOf = (document: GivenDocument): readonly SecretForm[] => {
	const of = `${groupVersionOf(document.apiVersion).group} ${document.kind}`;
	return Object.hasOwn(forms, of) ? (forms[of]?.(document) ?? []) : [];
};
