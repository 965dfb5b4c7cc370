import type {PagePlay} from './page.js';

/** Plays of pages about workloads, policies and what Pods are given. */
export const workloadPlays: readonly PagePlay[] = [
	{
		page: 'tasks/run-application/horizontal-pod-autoscale-walkthrough',
		scenario: {metrics: {}},
		files: {
			'server.yaml': `
apiVersion: apps/v1
kind: Deployment
metadata: {name: sums}
spec:
  selector: {matchLabels: {run: sums}}
  template:
    metadata: {labels: {run: sums}}
    spec: {containers: [{name: php, image: registry.k8s.io/hpa-example, resources: {limits: {cpu: 500m}, requests: {cpu: 200m}}}]}
---
apiVersion: v1
kind: Service
metadata: {name: sums}
spec: {ports: [{port: 80}], selector: {run: sums}}
`,
		},
		steps: `
$ apply -f server.yaml
$ autoscale deployment sums --cpu=50% --min=1 --max=10
~ 60
$ get hpa
> cpu: 0%/50% 1 10 1
$ run load --image=busybox:1.28 --restart=Never -- /bin/sh -c "while sleep 0.01; do wget -q -O- http://sums; done"
~ 180
$ get hpa -o jsonpath={.items[0].status.currentReplicas}
> 5
$ get deployment sums
> 5/5
$ delete pod load --now
~ 420
$ get hpa
> cpu: 0%/50% 1 10 1
`,
	},
	{
		page: 'tasks/configure-pod-container/extended-resource',
		scenario: {nodes: [{name: 'node-a'}]},
		files: {
			'pods.yaml': `
apiVersion: v1
kind: Pod
metadata: {name: three}
spec: {containers: [{name: main, image: 'nginx:1.27', resources: {limits: {example.com/dongle: 3}}}]}
---
apiVersion: v1
kind: Pod
metadata: {name: two}
spec: {containers: [{name: main, image: 'nginx:1.27', resources: {limits: {example.com/dongle: 2}}}]}
`,
		},
		steps: `
$ patch node node-a --subresource=status --type=json -p '[{"op":"add","path":"/status/capacity/example.com~1dongle","value":"4"}]'
> node/node-a patched
~ 15
$ get node node-a -o jsonpath={.status.allocatable}
> "example.com/dongle":"4"
$ apply -f pods.yaml
~ 10
$ get pods
> three 1/1 Running
> two 0/1 Pending
$ describe pod two
> Insufficient example.com/dongle
`,
	},
	{
		page: 'tasks/configure-pod-container/image-volumes',
		files: {
			'pod.yaml': `
apiVersion: v1
kind: Pod
metadata: {name: reads}
spec:
  containers: [{name: shell, image: 'debian:12', command: [sleep, infinity], volumeMounts: [{name: volume, mountPath: /volume}]}]
  volumes: [{name: volume, image: {reference: 'quay.io/crio/artifact:v2'}}]
`,
		},
		steps: `
$ apply -f pod.yaml
~ 10
$ exec reads -- cat /volume/dir/file /volume/file
> 1 2
`,
	},
	{
		page: 'tasks/manage-kubernetes-objects/update-api-object-kubectl-patch',
		files: {
			'web.yaml': `
apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  strategy: {rollingUpdate: {maxSurge: 30%}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers: [{name: first, image: 'nginx:1.27'}]
      tolerations: [{effect: NoSchedule, key: dedicated, value: team}]
`,
			'second.yaml': 'spec: {template: {spec: {containers: [{name: second, image: "redis:7"}]}}}\n',
			'tolerations.yaml': 'spec: {template: {spec: {tolerations: [{effect: NoSchedule, key: disk, value: ssd}]}}}\n',
			'keys.yaml': 'spec: {strategy: {$retainKeys: [type], type: Recreate}}\n',
		},
		steps: `
$ apply -f web.yaml
$ patch deployment web --patch-file second.yaml
$ patch deployment web --patch-file tolerations.yaml
$ get deployment web -o jsonpath={.spec.template.spec.containers[*].name}{.spec.template.spec.tolerations[*].key}
> second firstdisk
~ 40
$ get pods
> 2/2 Running
$ patch deployment web --type merge --patch-file second.yaml
$ get deployment web -o jsonpath={.spec.template.spec.containers[*].name}
> second
! first
$ patch deployment web --type merge -p {"spec":{"strategy":{"type":"Recreate"}}}
> spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy \`type\` is 'Recreate'
exit 1
$ patch deployment web --patch-file keys.yaml
$ get deployment web -o jsonpath={.spec.strategy}
> {"type":"Recreate"}
`,
	},
	{
		page: 'tutorials/cluster-management/admission-policies',
		files: {
			'replicas.yaml': `
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: several}
spec:
  matchConstraints: {resourceRules: [{apiGroups: [apps], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [deployments, deployments/scale]}]}
  validations: [{expression: object.spec.replicas > 1, message: one replica is too few}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: several}
spec: {policyName: several, validationActions: [Deny]}
`,
			'level.yaml': `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: level}
spec:
  reinvocationPolicy: Never
  matchConstraints: {resourceRules: [{apiGroups: [''], apiVersions: [v1], operations: [CREATE], resources: [namespaces]}]}
  mutations:
  - patchType: ApplyConfiguration
    applyConfiguration: {expression: 'Object{metadata: Object.metadata{labels: {"pod-security.kubernetes.io/enforce": "baseline"}}}'}
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: {name: level}
spec: {policyName: level}
`,
		},
		steps: `
$ apply -f replicas.yaml
$ apply -f level.yaml
$ create deployment web --image=nginx:1.27 --replicas=2
$ scale deployment web --replicas=0
> denied request: one replica is too few
exit 1
$ create ns example
$ describe ns example
> pod-security.kubernetes.io/enforce=baseline
$ delete mutatingadmissionpolicybindings/level
$ create ns other
$ describe ns other
! baseline
`,
	},
];
