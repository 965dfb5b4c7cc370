import type {PagePlay} from './page.js';

/** Plays of pages below `tutorials` and of the first half of `tasks`. */
export const firstPlays: readonly PagePlay[] = [
	{
		page: 'tasks/configure-pod-container/resize-pod-resources',
		files: {
			'pod.yaml': `
apiVersion: v1
kind: Pod
metadata: {name: shared}
spec:
  resources: {requests: {cpu: 200m, memory: 200Mi}, limits: {cpu: 200m, memory: 200Mi}}
  containers:
  - name: own
    image: registry.k8s.io/pause:3.10
    resources: {requests: {cpu: 100m, memory: 100Mi}, limits: {cpu: 100m, memory: 100Mi}}
  - name: rest
    image: nginx:1.27
    resizePolicy: [{resourceName: cpu, restartPolicy: RestartContainer}]
`,
		},
		steps: `
$ create -f pod.yaml
~ 10
$ get pod shared -o jsonpath={.status.qosClass}{.status.containerStatuses[*].restartCount}
> Guaranteed0 0
$ patch pod shared --subresource resize --patch {"spec":{"resources":{"requests":{"cpu":"300m"},"limits":{"cpu":"300m"}}}}
> pod/shared patched
~ 10
$ get pod shared -o jsonpath={.spec.resources.limits.cpu},{.status.resources.limits.cpu},{.status.containerStatuses[*].restartCount}
> 300m,300m,0 1
$ get events
> Container rest resize requires restart
> Pod resize completed
$ patch pod shared --subresource resize --patch {"spec":{"resources":{"requests":{"cpu":"50m"},"limits":{"cpu":"50m"}}}}
> must be greater than or equal to aggregate container requests of 100m
exit 1
`,
	},
	{
		page: 'tutorials/configuration/configure-redis-using-configmap',
		files: {
			'empty.yaml': `
apiVersion: v1
kind: ConfigMap
metadata: {name: cache}
data: {redis-config: ""}
`,
			'limited.yaml': `
apiVersion: v1
kind: ConfigMap
metadata: {name: cache}
data:
  redis-config: |
    maxmemory 2mb
    maxmemory-policy allkeys-lru
`,
			'pod.yaml': `
apiVersion: v1
kind: Pod
metadata: {name: cache}
spec:
  containers:
  - name: redis
    image: redis:8.0.2
    command: [redis-server, /settings/redis.conf]
    volumeMounts: [{name: settings, mountPath: /settings}]
  volumes: [{name: settings, configMap: {name: cache, items: [{key: redis-config, path: redis.conf}]}}]
`,
		},
		steps: `
$ apply -f empty.yaml
$ apply -f pod.yaml
~ 10
$ exec -it cache -- redis-cli
< CONFIG GET maxmemory
< CONFIG GET maxmemory-policy
> 127.0.0.1:6379> 1) "maxmemory" 2) "0"
> 127.0.0.1:6379> 1) "maxmemory-policy" 2) "noeviction"
$ apply -f limited.yaml
> configmap/cache configured
~ 120
$ exec cache -- cat /settings/redis.conf
> maxmemory 2mb
$ exec -it cache -- redis-cli CONFIG GET maxmemory
> 1) "maxmemory" 2) "0"
$ delete pod cache
$ apply -f pod.yaml
~ 10
$ exec cache -- redis-cli config get maxmemory*
> maxmemory 2097152 maxmemory-policy allkeys-lru
`,
	},
	{
		page: 'tasks/configure-pod-container/assign-memory-resource',
		scenario: {metrics: {}},
		files: {
			'pods.yaml': `
apiVersion: v1
kind: Pod
metadata: {name: fits}
spec:
  containers:
  - name: main
    image: polinux/stress
    resources: {requests: {memory: 100Mi}, limits: {memory: 200Mi}}
    command: [stress, --vm, '1', --vm-bytes, 150M, --vm-hang, '1']
---
apiVersion: v1
kind: Pod
metadata: {name: too-much}
spec:
  containers:
  - name: main
    image: polinux/stress
    resources: {requests: {memory: 50Mi}, limits: {memory: 100Mi}}
    command: [stress, --vm, '1', --vm-bytes, 250M, --vm-hang, '1']
---
apiVersion: v1
kind: Pod
metadata: {name: too-big}
spec: {containers: [{name: main, image: polinux/stress, resources: {requests: {memory: 1000Gi}}}]}
`,
		},
		steps: `
$ apply -f pods.yaml
~ 60
$ top pod fits
> 150Mi
$ get pod too-much -o jsonpath={.status.containerStatuses[0].lastState.terminated.exitCode},{.status.containerStatuses[0].lastState.terminated.reason}
> 137,OOMKilled
$ get pod too-big
> too-big 0/1 Pending
$ describe pod too-big
> 3 Insufficient memory
`,
	},
	{
		page: 'tasks/configure-pod-container/assign-cpu-resource',
		scenario: {metrics: {}},
		files: {
			'pod.yaml': `
apiVersion: v1
kind: Pod
metadata: {name: busy}
spec: {containers: [{name: main, image: vish/stress, args: [-cpus, '2'], resources: {requests: {cpu: 500m}, limits: {cpu: '1'}}}]}
`,
		},
		steps: `
$ apply -f pod.yaml
~ 60
$ top pod busy
> busy 1000m
`,
	},
	{
		page: 'tutorials/kubernetes-basics/update/update-intro',
		steps: `
$ create deployment boot --image=gcr.io/google-samples/kubernetes-bootcamp:v1 --replicas=2
$ expose deployment boot --port 8080
~ 10
$ exec deploy/boot -- curl -s http://boot:8080
> v=1
$ set image deploy/boot kubernetes-bootcamp=docker.io/jocatalin/kubernetes-bootcamp:v2
> deployment.apps/boot image updated
$ rollout status deploy/boot
> successfully rolled out
~ 40
$ exec deploy/boot -- curl -s http://boot:8080
> v=2
$ set image deploy/boot kubernetes-bootcamp=gcr.io/google-samples/kubernetes-bootcamp:v10
~ 40
$ get pods
> ImagePullBackOff
$ get pods --field-selector status.phase=Pending -o jsonpath={.items[*].metadata.name}
= AFFECTED
$ describe pod $AFFECTED
> gcr.io/google-samples/kubernetes-bootcamp:v10: not found
$ rollout undo deploy/boot
> deployment.apps/boot rolled back
~ 40
$ get pods
> 1/1 Running
! ImagePullBackOff
`,
	},
	{
		page: 'tutorials/services/source-ip',
		scenario: {nodes: [{name: 'node-a'}, {name: 'node-b'}]},
		steps: `
$ create deployment app --image=registry.k8s.io/echoserver:1.10
$ expose deployment app --name=inside --port=80 --target-port=8080
$ run client --image=busybox:1.36 --command -- sleep 1h
~ 20
$ get pod client -o jsonpath={.status.podIP}
= ADDRESS
$ exec client -- wget -qO - inside
> client_address=$ADDRESS
`,
	},
	{
		page: 'tutorials/services/connect-applications-service',
		steps: `
$ create deployment web --image=nginx:1.27
$ expose deployment web --port=80
~ 10
$ run lookup -i --tty --image=busybox:1.28 --restart=Never --rm -- nslookup web
> Server: 10.96.0.10 Address 1: 10.96.0.10 kube-dns.kube-system.svc.cluster.local Name: web Address 1:
> web.default.svc.cluster.local
$ run lookup -i --tty --image=busybox:1.37 --restart=Never --rm -- nslookup web
> Address: 10.96.0.10:53 Name: web.default.svc.cluster.local Address:
`,
	},
];
