import type {PagePlay} from './page.js';

const probed = (name: string, container: string): string =>
	`apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}}\nspec: {containers: [{name: c, ${container}}]}\n`;

/** Plays of pages about namespaces, Services, probes and init containers. */
export const accessPlays: readonly PagePlay[] = [
	{
		page: 'tutorials/cluster-management/namespaces-walkthrough',
		files: {
			'dev.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: dev, labels: {name: dev}}\n',
			'prod.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: {name: prod, labels: {name: prod}}\n',
		},
		steps: `
$ get namespaces
> default Active
$ create -f dev.yaml
> namespace/dev created
$ create -f prod.yaml
$ get namespaces --show-labels
> dev Active 0s kubernetes.io/metadata.name=dev,name=dev
> prod Active 0s kubernetes.io/metadata.name=prod,name=prod
$ config view
> name: kubernetes-admin@kubernetes current-context: kubernetes-admin@kubernetes kind: Config
> client-certificate-data: DATA+OMITTED
$ config current-context
> kubernetes-admin@kubernetes
$ config set-context dev --namespace=dev --cluster=kubernetes --user=kubernetes-admin
> Context "dev" created.
$ config set-context prod --namespace=prod --cluster=kubernetes --user=kubernetes-admin
$ config view
> namespace: dev user: kubernetes-admin name: dev
$ config use-context dev
> Switched to context "dev".
$ config current-context
> dev
$ create deployment flake --image=registry.k8s.io/serve_hostname --replicas=2
~ 20
$ get deployment
> flake 2/2 2 2
$ get pods -l app=flake
> 1/1 Running
$ config use-context prod
$ get deployment
> No resources found in prod namespace.
$ get pods
> No resources found in prod namespace.
$ create deployment cattle --image=registry.k8s.io/serve_hostname --replicas=5
~ 30
$ get deployment
> cattle 5/5 5 5
$ get pods -l app=cattle
> 1/1 Running
`,
	},
	{
		page: 'tasks/access-application-cluster/service-access-application-cluster',
		scenario: {nodes: [{name: 'node-a'}, {name: 'node-b'}]},
		files: {
			'hello.yaml':
				"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: hello}\nspec: {replicas: 2, selector: {matchLabels: {run: hello}}, template: {metadata: {labels: {run: hello}}, spec: {containers: [{name: c, image: 'us-docker.pkg.dev/google-samples/containers/gke/hello-app:2.0', ports: [{containerPort: 8080}]}]}}}\n",
		},
		steps: `
$ apply -f hello.yaml
~ 20
$ get deployments hello
> hello 2/2
$ describe deployments hello
> Replicas: 2 desired | 2 updated | 2 total | 2 available | 0 unavailable
$ get replicasets
> 2 2 2
$ describe replicasets
> Replicas: 2 current / 2 desired Pods Status: 2 Running / 0 Waiting / 0 Succeeded / 0 Failed
$ expose deployment hello --type=NodePort --name=door
> service/door exposed
~ 2
$ describe services door
> Selector: run=hello Type: NodePort
> Port: <unset> 8080/TCP TargetPort: 8080/TCP NodePort: <unset> 3
> Session Affinity: None
$ get pods --selector="run=hello" --output=wide
> node-a
> node-b
$ get service door -o jsonpath={.spec.ports[0].nodePort}
= PORT
$ get node node-a -o jsonpath={.status.addresses[0].address}
= NODE
$ run client --image=busybox:1.37 --restart=Never --command -- wget -qO- http://$NODE:$PORT
~ 20
$ logs client
> Hello, world!
$ delete services door
> service "door" deleted
$ delete deployment hello
> deployment.apps "hello" deleted
`,
	},
	{
		page: 'tasks/access-application-cluster/list-all-running-container-images',
		steps: `
$ create deployment site --image=nginx:1.27 --replicas=2
$ run cache --image=redis:7
~ 20
$ get pods --all-namespaces -o jsonpath="{..image}"
> nginx:1.27
> redis:7
$ get pods --all-namespaces -o jsonpath="{.items[*].spec.containers[*].image}"
> redis:7 nginx:1.27 nginx:1.27
$ get pods --all-namespaces -o=jsonpath='{range .items[*]}{"\\n"}{.metadata.name}{":\\t"}{range .spec.containers[*]}{.image}{", "}{end}{end}'
> cache: redis:7,
$ get pods --all-namespaces -o=jsonpath="{..image}" -l app=site
> nginx:1.27
! redis:7
$ get pods --namespace kube-system -o jsonpath="{..image}"
! nginx:1.27
$ get pods --all-namespaces -o go-template --template="{{range .items}}{{range .spec.containers}}{{.image}} {{end}}{{end}}"
> redis:7 nginx:1.27 nginx:1.27
`,
	},
	{
		page: 'tutorials/services/pods-and-endpoint-termination-flow',
		files: {
			'slow.yaml':
				"apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: slow}\nspec: {selector: {matchLabels: {app: slow}}, template: {metadata: {labels: {app: slow}}, spec: {terminationGracePeriodSeconds: 120, containers: [{name: c, image: 'nginx:1.27', ports: [{containerPort: 80}], lifecycle: {preStop: {exec: {command: [sh, -c, sleep 60]}}}}]}}}\n---\napiVersion: v1\nkind: Service\nmetadata: {name: slow}\nspec: {selector: {app: slow}, ports: [{port: 80}]}\n",
		},
		steps: `
$ apply -f slow.yaml
~ 10
$ get endpointslice
> IPv4 80 10.244.1.2
$ get endpointslices -o json -l kubernetes.io/service-name=slow
> "addresses": [ "10.244.1.2" ], "conditions": { "ready": true, "serving": true, "terminating": false
$ get pods -o name
= POD
$ delete $POD --wait=false
> deleted
~ 10
$ get pods
> 1/1 Terminating
> 1/1 Running
$ get endpointslice -o json -l kubernetes.io/service-name=slow
> "conditions": { "ready": false, "serving": true, "terminating": true }
> "conditions": { "ready": true, "serving": true, "terminating": false }
~ 60
$ get endpointslice -o json -l kubernetes.io/service-name=slow
! "terminating": true
`,
	},
	{
		page: 'tasks/configure-pod-container/configure-liveness-readiness-startup-probes',
		files: {
			'file.yaml': probed(
				'file',
				"image: 'busybox:1.37', args: [/bin/sh, -c, touch /tmp/well; sleep 30; rm -f /tmp/well; sleep 600], livenessProbe: {exec: {command: [cat, /tmp/well]}, initialDelaySeconds: 5, periodSeconds: 5}",
			),
			'http.yaml': probed(
				'http',
				"image: 'registry.k8s.io/e2e-test-images/agnhost:2.40', args: [liveness], livenessProbe: {httpGet: {path: /healthz, port: 8080}, initialDelaySeconds: 3, periodSeconds: 3}",
			),
			'tcp.yaml': probed(
				'tcp',
				"image: 'registry.k8s.io/goproxy:0.1', ports: [{containerPort: 8080}], readinessProbe: {tcpSocket: {port: 8080}, initialDelaySeconds: 15}, livenessProbe: {tcpSocket: {port: 8080}, initialDelaySeconds: 15}",
			),
		},
		steps: `
$ apply -f file.yaml
~ 20
$ describe pod file
> Normal Started
! Unhealthy
~ 35
$ describe pod file
> Warning Unhealthy
> Liveness probe failed: cat: can't open '/tmp/well': No such file or directory
> Normal Killing
> Container c failed liveness probe, will be restarted
~ 35
$ get pod file
> 1/1 Running 1 (
$ apply -f http.yaml
~ 30
$ describe pod http
> Liveness probe failed: HTTP probe failed with statuscode: 500
> Container c failed liveness probe, will be restarted
$ apply -f tcp.yaml
~ 30
$ describe pod tcp
> Ready True
! Unhealthy
`,
	},
	{
		page: 'concepts/workloads/pods/init-containers',
		files: {
			'app.yaml':
				"apiVersion: v1\nkind: Pod\nmetadata: {name: app}\nspec: {initContainers: [{name: first, image: 'busybox:1.28', command: [sh, -c, until nslookup front.default.svc.cluster.local; do echo front is awaited; sleep 2; done]}, {name: second, image: 'busybox:1.28', command: [sh, -c, until nslookup data.default.svc.cluster.local; do echo data is awaited; sleep 2; done]}], containers: [{name: c, image: 'busybox:1.28', command: [sh, -c, sleep 3600]}]}\n",
			'services.yaml':
				'apiVersion: v1\nkind: Service\nmetadata: {name: front}\nspec: {ports: [{port: 80, targetPort: 9376}]}\n---\napiVersion: v1\nkind: Service\nmetadata: {name: data}\nspec: {ports: [{port: 80, targetPort: 9377}]}\n',
		},
		steps: `
$ apply -f app.yaml
> pod/app created
~ 10
$ get -f app.yaml
> app 0/1 Init:0/2 0
$ describe -f app.yaml
> Status: Pending
> State: Running
> State: Waiting Reason: PodInitializing Ready: False
$ logs app -c first
> front is awaited
$ logs app -c second
> container "second" in pod "app" is waiting to start: PodInitializing
exit 1
$ apply -f services.yaml
> service/front created service/data created
~ 30
$ get -f app.yaml
> app 1/1 Running 0
`,
	},
];
