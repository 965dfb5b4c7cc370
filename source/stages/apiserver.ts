import type {Stage} from './stage.js';

/** Stages of the apiserver. */
export const apiserverStages = {
	'apiserver.start': {
		documentation: 'concepts/overview/components/',
		upstream: 'cmd/kube-apiserver/app CreateServerChain',
		real: 'kubectl get --raw /',
	},
	'apiserver.route': {
		documentation: 'reference/using-api/api-concepts/',
		upstream: 'k8s.io/apiserver/pkg/server APIServerHandler',
		real: 'kubectl get --raw /apis',
	},
	'apiserver.authenticate': {
		documentation: 'reference/access-authn-authz/authentication/',
		upstream: 'k8s.io/apiserver/pkg/endpoints/filters WithAuthentication',
		real: 'kubectl auth whoami',
	},
	'apiserver.audit': {
		documentation: 'tasks/debug/debug-cluster/audit/',
		upstream: 'k8s.io/apiserver/pkg/endpoints/filters WithAudit',
		real: 'the file of --audit-log-path',
	},
	'apiserver.authorize': {
		documentation: 'reference/access-authn-authz/authorization/',
		upstream: 'k8s.io/apiserver/pkg/endpoints/filters WithAuthorization',
		real: 'kubectl auth can-i --list',
	},
	'apiserver.authorizer': {
		documentation: 'reference/access-authn-authz/authorization/',
		upstream: 'k8s.io/apiserver/pkg/authorization/union unionAuthzHandler.Authorize',
		real: 'kubectl auth can-i --list',
	},
	'apiserver.decode': {
		documentation: 'reference/using-api/api-concepts/',
		upstream: 'k8s.io/apiserver/pkg/endpoints/handlers',
		real: 'kubectl explain {kind}.FIELD',
	},
	'apiserver.apply': {
		documentation: 'reference/using-api/server-side-apply/',
		upstream: 'k8s.io/apimachinery/pkg/util/managedfields FieldManager.Apply',
		real: 'kubectl apply --server-side -f {file}',
	},
	'apiserver.default': {
		documentation: 'reference/using-api/api-concepts/',
		upstream: 'pkg/apis/core/v1 SetDefaults_Pod',
		real: 'kubectl create --dry-run=server -o yaml -f {file}',
	},
	'apiserver.admit.mutate': {
		documentation: 'reference/access-authn-authz/admission-controllers/',
		upstream: 'k8s.io/apiserver/pkg/admission MutationInterface',
		real: 'kubectl create --dry-run=server -o yaml -f {file}',
	},
	'apiserver.validate': {
		documentation: 'reference/using-api/api-concepts/',
		upstream: 'pkg/apis/core/validation',
		real: 'kubectl apply --dry-run=server -f {file}',
	},
	'apiserver.admit.validate': {
		documentation: 'reference/access-authn-authz/admission-controllers/',
		upstream: 'k8s.io/apiserver/pkg/admission ValidationInterface',
		real: 'kubectl apply --dry-run=server -f {file}',
	},
	'apiserver.allocate': {
		documentation: 'concepts/services-networking/service/',
		upstream: 'pkg/registry/core/service/storage',
		real: 'kubectl get {object} -o wide',
	},
	'apiserver.bind': {
		documentation: 'concepts/scheduling-eviction/kube-scheduler/',
		upstream: 'pkg/registry/core/pod/storage BindingREST',
		real: 'kubectl get {object} -o jsonpath={.spec.nodeName}',
	},
	'apiserver.scale': {
		documentation: 'concepts/workloads/controllers/deployment/',
		upstream: 'pkg/registry/apps/deployment/storage ScaleREST',
		real: 'kubectl get --raw …/scale',
	},
	'apiserver.evict': {
		documentation: 'concepts/scheduling-eviction/api-eviction/',
		upstream: 'pkg/registry/core/pod/storage EvictionREST',
		real: 'kubectl drain NODE',
	},
	'apiserver.token': {
		documentation: 'reference/access-authn-authz/service-accounts-admin/',
		upstream: 'pkg/registry/core/serviceaccount/storage TokenREST',
		real: 'kubectl create token NAME',
	},
	'apiserver.delete': {
		documentation: 'concepts/architecture/garbage-collection/',
		upstream: 'k8s.io/apiserver/pkg/registry/rest BeforeDelete',
		real: 'kubectl get {object} -o yaml | grep deletionTimestamp',
	},
	'apiserver.store': {
		documentation: 'concepts/overview/components/',
		upstream: 'k8s.io/apiserver/pkg/storage/etcd3',
		real: 'kubectl get {object} -o yaml | grep resourceVersion',
	},
	'apiserver.convert': {
		documentation: 'tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/',
		upstream: 'k8s.io/apiextensions-apiserver/pkg/apiserver/conversion webhookConverter.Convert',
		real: 'kubectl get crd NAME -o jsonpath={.spec.conversion}',
	},
	'apiserver.respond': {
		documentation: 'reference/using-api/api-concepts/',
		upstream: 'k8s.io/apiserver/pkg/endpoints/handlers/responsewriters',
		real: 'kubectl {command -v=8}',
	},
	'apiserver.apiservice': {
		documentation: 'concepts/extend-kubernetes/api-extension/apiserver-aggregation/',
		upstream: 'k8s.io/kube-aggregator/pkg/controllers/status/remote',
		real: 'kubectl get apiservices',
	},
	'apiserver.definition': {
		documentation: 'tasks/extend-kubernetes/custom-resources/custom-resource-definitions/',
		upstream: 'k8s.io/apiextensions-apiserver/pkg/controller',
		real: 'kubectl get crd NAME -o jsonpath={.status.conditions}',
	},
	'apiserver.watch': {
		documentation: 'reference/using-api/api-concepts/',
		upstream: 'k8s.io/apiserver/pkg/storage/cacher',
		real: 'kubectl get {kind} -w',
	},
} satisfies Readonly<Record<string, Stage>>;
