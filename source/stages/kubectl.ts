import type {Stage} from './stage.js';

/** Stages of kubectl. */
export const kubectlStages = {
	'kubectl.kubeconfig': {
		documentation: 'concepts/configuration/organize-cluster-access-kubeconfig/',
		upstream: 'k8s.io/client-go/tools/clientcmd ClientConfig',
		real: 'kubectl config view --minify',
	},
	'kubectl.parse': {
		documentation: 'concepts/overview/working-with-objects/',
		upstream: 'k8s.io/cli-runtime/pkg/resource Builder',
		real: 'kubectl create --dry-run=client -o json -f {file}',
	},
	'kubectl.generate': {
		documentation: 'reference/kubectl/conventions/',
		upstream: 'k8s.io/kubectl/pkg/generate',
		real: 'kubectl {command --dry-run=client -o yaml}',
	},
	'kubectl.discover': {
		documentation: 'concepts/overview/kubernetes-api/',
		upstream: 'k8s.io/client-go/discovery',
		real: 'kubectl api-resources',
	},
	'kubectl.negotiate': {
		documentation: 'concepts/overview/kubernetes-api/',
		upstream: 'k8s.io/client-go/restmapper',
		real: 'kubectl explain {kind} | head -3',
	},
	'kubectl.validate': {
		documentation: 'reference/kubectl/',
		upstream: 'k8s.io/cli-runtime/pkg/resource Helper',
		real: 'kubectl apply --validate=strict --dry-run=client -f {file}',
	},
	'kubectl.request': {
		documentation: 'reference/using-api/api-concepts/',
		upstream: 'k8s.io/client-go/rest Request',
		real: 'kubectl {command -v=8}',
	},
	'kubectl.print': {
		documentation: 'reference/kubectl/',
		upstream: 'k8s.io/cli-runtime/pkg/printers',
		real: 'kubectl {command}',
	},
} satisfies Readonly<Record<string, Stage>>;
