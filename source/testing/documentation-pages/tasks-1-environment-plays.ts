import type {PagePlay} from './page.js';

/** A Pod with one container: its image, its command as a shell's line, and more fields. */
const pod = (name: string, {image = 'busybox', fields = '', more = ''}): string => `
apiVersion: v1
kind: Pod
metadata: {name: ${name}}
spec:
  containers:
  - name: main
    image: ${image}
${fields
	.trim()
	.split('\n')
	.map((line) => `    ${line}`)
	.join('\n')}
${more}`;

/** Plays of the pages below `tasks/inject-data-application`. */
export const environmentPlays: readonly PagePlay[] = [
	{
		page: 'tasks/inject-data-application/define-command-argument-container',
		files: {
			'printenv.yaml': pod('shown', {
				image: 'debian',
				fields: 'command: [printenv]\nargs: [HOSTNAME, KUBERNETES_PORT]',
				more: '  restartPolicy: OnFailure',
			}),
			'message.yaml': pod('message', {
				fields: 'env: [{name: MESSAGE, value: hello world}]\ncommand: [/bin/echo]\nargs: [$(MESSAGE)]',
				more: '  restartPolicy: Never',
			}),
			'shell.yaml': pod('shell', {
				fields: 'command: [/bin/sh]\nargs: [-c, "while true; do echo hello; sleep 10;done"]',
			}),
		},
		steps: `
$ apply -f printenv.yaml
> pod/shown created
~ 20
$ get pods
> shown 0/1 Completed 0
$ logs shown
> shown tcp://10.96.0.1:443
$ apply -f message.yaml
$ apply -f shell.yaml
~ 30
$ logs message
> hello world
$ logs shell
> hello hello
`,
	},
	{
		page: 'tasks/inject-data-application/define-environment-variable-container',
		files: {
			'greeting.yaml': pod('greeting', {
				image: 'gcr.io/google-samples/hello-app:2.0',
				fields:
					'env: [{name: DEMO_GREETING, value: Hello from the environment}, {name: DEMO_FAREWELL, value: Such a sweet sorrow}]',
			}).replace('{name: greeting}', '{name: greeting, labels: {purpose: shown}}'),
			'print.yaml': pod('print', {
				image: 'bash',
				fields: `
env:
- {name: GREETING, value: Warm greetings to}
- {name: NAME, value: Kubernetes}
- {name: MESSAGE, value: $(GREETING) $(NAME)}
command: [echo]
args: [$(MESSAGE)]`,
			}),
		},
		steps: `
$ apply -f greeting.yaml
> pod/greeting created
~ 20
$ get pods -l purpose=shown
> greeting 1/1 Running 0
$ exec greeting -- printenv
> HOSTNAME=greeting
> DEMO_GREETING=Hello from the environment
> DEMO_FAREWELL=Such a sweet sorrow
> KUBERNETES_SERVICE_HOST=10.96.0.1
$ apply -f print.yaml
~ 20
$ logs print
> Warm greetings to Kubernetes
`,
	},
	{
		page: 'tasks/inject-data-application/define-environment-variable-via-file',
		files: {
			'file.yaml': `
apiVersion: v1
kind: Pod
metadata: {name: from-file}
spec:
  initContainers:
  - name: writes
    image: nginx
    command: [sh, -c, "echo \\"DB_ADDRESS=\\'address\\'\\nREST_ENDPOINT=\\'endpoint\\'\\" > /data/config.env"]
    volumeMounts: [{name: config, mountPath: /data}]
  containers:
  - name: reads
    image: nginx
    command: [/bin/sh, -c, env]
    env: [{name: DB_ADDRESS, valueFrom: {fileKeyRef: {path: config.env, volumeName: config, key: DB_ADDRESS, optional: false}}}]
  restartPolicy: Never
  volumes: [{name: config, emptyDir: {}}]
`,
		},
		steps: `
$ apply -f file.yaml
> pod/from-file created
~ 20
$ get pods
> from-file 0/1 Completed 0
$ logs from-file -c reads
> DB_ADDRESS=address
! REST_ENDPOINT
`,
	},
	{
		page: 'tasks/inject-data-application/define-interdependent-environment-variables',
		files: {
			'dependent.yaml': pod('dependent', {
				fields: `
command: [sh, -c]
args: ["while true; do echo -en '\\\\n'; for name in UNCHANGED_REFERENCE SERVICE_ADDRESS ESCAPED_REFERENCE; do echo $name=$(printenv $name); done; sleep 30; done;"]
env:
- {name: SERVICE_IP, value: 172.17.0.1}
- {name: UNCHANGED_REFERENCE, value: "$(PROTOCOL)://$(SERVICE_IP):80"}
- {name: PROTOCOL, value: https}
- {name: SERVICE_ADDRESS, value: "$(PROTOCOL)://$(SERVICE_IP):80"}
- {name: ESCAPED_REFERENCE, value: "$$(PROTOCOL)://$(SERVICE_IP):80"}`,
			}),
		},
		steps: `
$ apply -f dependent.yaml
> pod/dependent created
~ 20
$ get pods dependent
> dependent 1/1 Running 0
$ logs pod/dependent
> UNCHANGED_REFERENCE=$(PROTOCOL)://172.17.0.1:80 SERVICE_ADDRESS=https://172.17.0.1:80 ESCAPED_REFERENCE=$(PROTOCOL)://172.17.0.1:80
`,
	},
	{
		page: 'tasks/inject-data-application/downward-api-volume-expose-pod-information',
		files: {
			'volume.yaml': pod('told', {
				image: 'registry.k8s.io/busybox:1.27.2',
				fields: `
command: [sh, -c]
args: ["while true; do if [[ -e /etc/podinfo/labels ]]; then echo -en '\\\\n\\\\n'; cat /etc/podinfo/labels; fi; if [[ -e /etc/podinfo/annotations ]]; then echo -en '\\\\n\\\\n'; cat /etc/podinfo/annotations; fi; sleep 5; done;"]
volumeMounts: [{name: podinfo, mountPath: /etc/podinfo}]`,
				more: `
  volumes:
  - name: podinfo
    downwardAPI:
      items: [{path: labels, fieldRef: {fieldPath: metadata.labels}}, {path: annotations, fieldRef: {fieldPath: metadata.annotations}}]`,
			}).replace(
				'{name: told}',
				'{name: told, labels: {zone: a, cluster: test, rack: r22}, annotations: {build: two, builder: ann}}',
			),
			'resources.yaml': pod('sizes', {
				image: 'registry.k8s.io/busybox:1.27.2',
				fields: `
command: [sh, -c, "sleep 1d"]
resources: {requests: {memory: 32Mi, cpu: 125m}, limits: {memory: 64Mi, cpu: 250m}}
volumeMounts: [{name: podinfo, mountPath: /etc/podinfo}]`,
				more: `
  volumes:
  - name: podinfo
    downwardAPI:
      items:
      - {path: cpu_limit, resourceFieldRef: {containerName: main, resource: limits.cpu, divisor: 1m}}
      - {path: cpu_request, resourceFieldRef: {containerName: main, resource: requests.cpu, divisor: 1m}}
      - {path: mem_limit, resourceFieldRef: {containerName: main, resource: limits.memory, divisor: 1Mi}}
      - {path: mem_request, resourceFieldRef: {containerName: main, resource: requests.memory, divisor: 1Mi}}`,
			}),
		},
		steps: `
$ apply -f volume.yaml
~ 20
$ get pods
> told 1/1 Running 0
$ logs told
> cluster="test" rack="r22" zone="a" build="two" builder="ann"
$ exec -it told -- sh
< cat /etc/podinfo/labels
< cat /etc/podinfo/annotations
< exit
> cluster="test" rack="r22" zone="a"
> builder="ann"
$ exec told -- ls -laR /etc/podinfo
> ..data -> ..
> annotations -> ..data/annotations
> labels -> ..data/labels
> /etc/podinfo/..
> -rw-r--r--
$ apply -f resources.yaml
~ 20
$ exec -it sizes -- sh
< cat /etc/podinfo/cpu_limit
> 250
$ exec sizes -- sh -c 'for name in cpu_limit cpu_request mem_limit mem_request; do cat /etc/podinfo/$name; echo; done'
> 250 125 64 32
`,
	},
	{
		page: 'tasks/inject-data-application/environment-variable-expose-pod-information',
		files: {
			'fields.yaml': pod('fields', {
				image: 'registry.k8s.io/busybox:1.27.2',
				fields: `
command: [sh, -c]
args: ["while true; do echo -en '\\\\n'; printenv MY_NODE_NAME MY_POD_NAME MY_POD_NAMESPACE; printenv MY_POD_IP MY_POD_SERVICE_ACCOUNT; sleep 10; done;"]
env:
- {name: MY_NODE_NAME, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
- {name: MY_POD_NAME, valueFrom: {fieldRef: {fieldPath: metadata.name}}}
- {name: MY_POD_NAMESPACE, valueFrom: {fieldRef: {fieldPath: metadata.namespace}}}
- {name: MY_POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
- {name: MY_POD_SERVICE_ACCOUNT, valueFrom: {fieldRef: {fieldPath: spec.serviceAccountName}}}`,
			}),
			'resources.yaml': pod('sizes', {
				image: 'registry.k8s.io/busybox:1.27.2',
				fields: `
command: [sh, -c]
args: ["while true; do echo -en '\\\\n'; printenv MY_CPU_REQUEST MY_CPU_LIMIT; printenv MY_MEM_REQUEST MY_MEM_LIMIT; sleep 10; done;"]
resources: {requests: {memory: 32Mi, cpu: 125m}, limits: {memory: 64Mi, cpu: 250m}}
env:
- {name: MY_CPU_REQUEST, valueFrom: {resourceFieldRef: {containerName: main, resource: requests.cpu}}}
- {name: MY_CPU_LIMIT, valueFrom: {resourceFieldRef: {containerName: main, resource: limits.cpu}}}
- {name: MY_MEM_REQUEST, valueFrom: {resourceFieldRef: {containerName: main, resource: requests.memory}}}
- {name: MY_MEM_LIMIT, valueFrom: {resourceFieldRef: {containerName: main, resource: limits.memory}}}`,
				more: '  restartPolicy: Never',
			}),
		},
		steps: `
$ apply -f fields.yaml
~ 20
$ get pods
> fields 1/1 Running 0
$ get pod fields -o jsonpath={.spec.nodeName}
= NODE
$ get pod fields -o jsonpath={.status.podIP}
= IP
$ logs fields
> $NODE fields default $IP default
$ exec -it fields -- sh
< printenv
< exit
> MY_POD_SERVICE_ACCOUNT=default
> MY_POD_NAMESPACE=default
> MY_POD_IP=$IP
> MY_NODE_NAME=$NODE
> MY_POD_NAME=fields
$ apply -f resources.yaml
~ 20
$ get pods
> sizes 1/1 Running 0
$ logs sizes
> 1 1 33554432 67108864
`,
	},
];
