import {stage, type Stage} from './stage.js';

/** Stages of kubectl. */
export const kubectlStages: readonly Stage[] = [
	stage(
		'kubectl.kubeconfig',
		'Kubeconfig',
		'kubectl finds its configuration: which server, which user, which namespace.',
		'concepts/configuration/organize-cluster-access-kubeconfig/',
		'k8s.io/client-go/tools/clientcmd ClientConfig',
		'kubectl config view --minify',
	),
	stage(
		'kubectl.parse',
		'Read the manifest',
		'YAML becomes JSON on your machine; the server never sees your comments or your layout.',
		'concepts/overview/working-with-objects/',
		'k8s.io/cli-runtime/pkg/resource Builder',
		'kubectl create --dry-run=client -o json -f FILE',
	),
	stage(
		'kubectl.generate',
		'Generate the object',
		'A command without a file builds its object from flags.',
		'reference/kubectl/conventions/',
		'k8s.io/kubectl/pkg/generate',
		'kubectl run web --image=nginx --dry-run=client -o yaml',
	),
	stage(
		'kubectl.discover',
		'Discovery',
		'kubectl asks the server which resources it serves, and keeps the answer for a while.',
		'concepts/overview/kubernetes-api/',
		'k8s.io/client-go/discovery',
		'kubectl api-resources',
	),
	stage(
		'kubectl.negotiate',
		'REST mapping',
		'A kind becomes a resource in a group and version: the URL to talk to.',
		'concepts/overview/kubernetes-api/',
		'k8s.io/client-go/restmapper',
		'kubectl explain {kind} | head -3',
	),
	stage(
		'kubectl.validate',
		'Client-side check',
		'What kubectl checks itself before anything leaves your machine.',
		'reference/kubectl/',
		'k8s.io/cli-runtime/pkg/resource Helper',
		'kubectl apply --validate=strict --dry-run=client -f FILE',
	),
	stage(
		'kubectl.request',
		'Request',
		'The HTTP request; from here on the server decides.',
		'reference/using-api/api-concepts/',
		'k8s.io/client-go/rest Request',
		'kubectl -v=8 …: each request and its answer',
	),
	stage(
		'kubectl.print',
		'Print',
		'kubectl prints what the server answered.',
		'reference/kubectl/',
		'k8s.io/cli-runtime/pkg/printers',
		'kubectl … -o yaml',
	),
];
