import type {PagePlay} from './page.js';

/** Plays of pages of the second half of `tasks`, and of examples below `concepts`. */
export const secondPlays: readonly PagePlay[] = [
	{
		page: 'tasks/access-application-cluster/configure-access-multiple-clusters',
		files: {config: 'clusters: [{name: far}]\nusers: [{name: ann}]\ncontexts: [{name: work}]\n'},
		steps: `
$ config --kubeconfig=config set-cluster far --server=https://192.0.2.1 --certificate-authority=ca.crt
> Cluster "far" set.
$ config --kubeconfig=config set-context work --cluster=far --namespace=shop --user=ann
> Context "work" modified.
$ config --kubeconfig=config use-context work
> Switched to context "work".
$ config --kubeconfig=config view --minify
> certificate-authority: ca.crt
> server: https://192.0.2.1
> namespace: shop
> current-context: work
$ config current-context
> kubernetes-admin@kubernetes
`,
	},
	{
		page: 'tasks/administer-cluster/declare-network-policy',
		files: {
			'policy.yaml': `
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: friends}
spec:
  podSelector: {matchLabels: {app: site}}
  ingress: [{from: [{podSelector: {matchLabels: {friend: 'yes'}}}]}]
`,
		},
		steps: `
$ create deployment site --image=nginx:1.27
$ expose deployment site --port=80
$ run guest --image=busybox:1.37 --restart=Never -- sleep 1d
$ run friend --image=busybox:1.37 --restart=Never --labels=friend=yes -- sleep 1d
~ 10
$ exec guest -- wget --spider --timeout=1 site
> Connecting to site (
> remote file exists
$ create -f policy.yaml
> networkpolicy.networking.k8s.io/friends created
$ exec guest -- wget --spider --timeout=1 site
> wget: download timed out
exit 1
$ exec friend -- wget --spider --timeout=1 site
> remote file exists
`,
	},
	{
		page: 'tasks/administer-cluster/extended-resource-node',
		files: {
			'pod.yaml':
				"apiVersion: v1\nkind: Pod\nmetadata: {name: user}\nspec: {containers: [{name: c, image: 'registry.k8s.io/pause:3.10', resources: {limits: {example.com/key: 3}}}]}\n",
		},
		steps: `
$ create -f pod.yaml
~ 2
$ get pod user
> 0/1 Pending
$ patch node node-a --subresource=status --type=json -p [{"op":"add","path":"/status/capacity/example.com~1key","value":"4"}]
~ 20
$ get node node-a -o jsonpath={.status.allocatable}
> "example.com/key":"4"
$ get pod user
> 1/1 Running
$ patch node node-a --subresource=status --type=json -p [{"op":"remove","path":"/status/capacity/example.com~1key"}]
~ 20
$ describe node node-a
! example.com/key: 4
`,
	},
	{
		page: 'tasks/network/extend-service-ip-ranges',
		scenario: {serviceClusterIPRange: '10.96.0.0/30'},
		files: {
			'more.yaml':
				"apiVersion: networking.k8s.io/v1\nkind: ServiceCIDR\nmetadata: {name: more}\nspec: {cidrs: ['10.96.0.0/24']}\n",
		},
		steps: `
$ get servicecidr
> kubernetes 10.96.0.0/30
$ create service clusterip one --tcp 80
$ create service clusterip two --tcp 80
> failed to allocate a serviceIP: range is full
exit 1
$ create -f more.yaml
> servicecidr.networking.k8s.io/more created
$ create service clusterip two --tcp 80
> service/two created
`,
	},
	{
		page: 'tasks/debug/debug-application/debug-running-pod',
		files: {'profile.yaml': 'env: [{name: COLOUR, value: blue}]\n'},
		steps: `
$ run ends --image=busybox:1.37 --restart=Never -- false
$ debug ends --copy-to=stays --container=ends -- sleep 1d
~ 10
$ get pod stays
> 1/1 Running
$ debug stays --image=busybox:1.37 --target=ends --custom=profile.yaml -- sleep 1d
> Targeting container "ends".
$ get pod stays -o jsonpath={.spec.ephemeralContainers[0].env}
> [{"name":"COLOUR","value":"blue"}]
`,
	},
	{
		page: 'tasks/access-application-cluster/access-cluster-services',
		scenario: {coreDNS: {replicas: 2}},
		steps: `
$ cluster-info
> Kubernetes control plane is running at
> CoreDNS is running at
> /api/v1/namespaces/kube-system/services/kube-dns:dns/proxy
`,
	},
	{
		page: 'tasks/job/pod-failure-policy',
		files: {
			'job.yaml': `
apiVersion: batch/v1
kind: Job
metadata: {name: strict}
spec:
  completions: 4
  parallelism: 2
  backoffLimit: 6
  template: {spec: {restartPolicy: Never, containers: [{name: work, image: 'bash:5', command: [bash, -c, 'sleep 5; exit 7']}]}}
  podFailurePolicy: {rules: [{action: FailJob, onExitCodes: {containerName: work, operator: In, values: [7]}}]}
`,
		},
		steps: `
$ create -f job.yaml
~ 20
$ get job strict -o jsonpath={.status.conditions[*].type}
> FailureTarget Failed
$ get job strict -o jsonpath={.status.conditions[1].message}
> failed with exit code 7 matching FailJob rule at index 0
`,
	},
];
