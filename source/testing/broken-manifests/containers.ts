import {type BrokenManifest, pod, deployment, main, script, files} from './templates.js';

/** A container's behaviour is at fault. */
export const containers: readonly BrokenManifest[] = [
	{
		title: 'exit: nginx does not know the host that it passes requests on to',
		manifest: files(
			'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: site}\ndata: {default.conf: "server { location / { proxy_pass http://api; } }"}\n',
			deployment(
				`${main('volumeMounts: [{name: site, mountPath: /etc/nginx/conf.d}]')}volumes: [{name: site, configMap: {name: site}}]`,
			),
		),
		says: ['code 1', 'host not found in upstream "api"'],
	},
	{
		title: 'sysctl -w: a setting of the node that an unprivileged container may not write',
		manifest: pod(main(script('sysctl -w vm.max_map_count=262144 && sleep 3600'), 'busybox:1.36')),
		says: ['vm.max_map_count is a setting of the node', 'works', 'privileged: true'],
	},
	{
		title: 'mysql: the user root is not one to create',
		manifest: pod(
			main(
				'env:\n- {name: MYSQL_USER, value: root}\n- {name: MYSQL_PASSWORD, value: pw}\n- {name: MYSQL_ROOT_PASSWORD, value: root}',
				'mysql:8.0',
			),
		),
		says: ['MYSQL_USER="root"', 'remove it', 'works', '- - {name: MYSQL_USER, value: root}'],
	},
	{
		title: 'eviction: an emptyDir beyond its sizeLimit',
		manifest: pod(
			`${main(`${script('dd if=/dev/zero of=/cache/a bs=1M count=9; sleep 3600')}\nvolumeMounts: [{name: cache, mountPath: /cache}]`, 'busybox:1.37')}volumes: [{name: cache, emptyDir: {sizeLimit: 5Mi}}]`,
		),
		says: ['Usage of EmptyDir volume "cache" exceeds the limit "5Mi"', 'emptyDir.sizeLimit', 'raise the limit'],
		never: ['request as much as the Pod uses'],
	},
	{
		title: 'memory: a file in an emptyDir in memory counts as memory of the container',
		manifest: pod(
			`${main(`${script('dd if=/dev/zero of=/cache/a bs=1M count=128; sleep 3600')}\nresources: {limits: {memory: 64Mi}}\nvolumeMounts: [{name: cache, mountPath: /cache}]`, 'busybox:1.37')}volumes: [{name: cache, emptyDir: {medium: Memory}}]`,
		),
		says: ['137 (OOMKilled)', 'resources.limits.memory'],
	},
	{
		title: 'near miss: a file in an emptyDir in memory within the limit',
		manifest: pod(
			`${main(`${script('dd if=/dev/zero of=/cache/a bs=1M count=32; sleep 3600')}\nresources: {limits: {memory: 64Mi}}\nvolumeMounts: [{name: cache, mountPath: /cache}]`, 'busybox:1.37')}volumes: [{name: cache, emptyDir: {medium: Memory}}]`,
		),
	},
	{
		title: 'memory: an end that the kubelet has not found yet is not a success',
		manifest: pod(
			main(`${script('a=x; while true; do a=$a$a; done')}\nresources: {limits: {memory: 64Mi}}`, 'alpine:3.20'),
		),
		says: ['137 (OOMKilled)'],
	},
	{
		title: 'near miss: nginxdemos/nginx-hello listens on 8080, as another user than root',
		manifest: pod(main('readinessProbe: {httpGet: {path: /coffee, port: 8080}}', 'nginxdemos/nginx-hello:plain-text')),
	},
	{
		title: 'near miss: nginxdemos/hello listens on 80',
		manifest: pod(main('readinessProbe: {httpGet: {path: /tea, port: 80}}', 'nginxdemos/hello:plain-text')),
	},
	{title: 'exit: with 3, again and again', manifest: pod(main(script('exit 3'), 'busybox:1.37')), says: ['code 3']},
	{
		title: 'exit: by itself with 0, though it is to run always',
		manifest: deployment(main(script('echo done'), 'busybox:1.37')),
		says: ['code 0', 'Job'],
	},
	{
		title: 'exit: after a minute and a half',
		manifest: pod(main(script('sleep 90; exit 1'), 'busybox:1.37')),
		says: ['code 1'],
	},
	{
		title: 'exit: an image that asks for a password says so in its output',
		manifest: pod(main('', 'postgres:16')),
		says: ['It printed: Error: Database is uninitialized'],
	},
	{
		title: 'exit: nothing to run',
		manifest: pod(main('', 'busybox:1.37')),
		says: ['command'],
	},
	{
		title: 'near miss: a command by its path from the working directory',
		manifest: pod(main(`command: [bin/bash, -c, 'bin/ls /etc/hostname && sleep 3600']`, 'centos:7')),
	},
	{
		title: 'exit: a path from the working directory where no program is',
		manifest: pod(main('command: [bin/ngnix]')),
		says: ['exec: "bin/ngnix": stat bin/ngnix: no such file or directory', 'command'],
	},
	{
		title: 'exit: a command that does not exist',
		manifest: pod(main('command: [ngnix]')),
		says: ['command'],
	},
	{
		title: 'exit: the second container ends, the first is well',
		manifest: pod(`${main()}- name: side\n  image: busybox:1.37\n  ${script('exit 1')}`),
		says: ['side exited with code 1'],
		never: ['main exited'],
	},
	{
		title: 'exit: one container has completed, the other runs on',
		manifest: pod(`restartPolicy: OnFailure\n${main()}- name: once\n  image: busybox:1.37\n  ${script('echo done')}`),
		says: ['container once has completed, but container main keeps running', 'initContainers'],
	},
	{
		title: 'near miss: a program that the script installs first',
		manifest: pod(
			main(
				`${script('apk add socat && socat TCP-LISTEN:80,fork TCP:db:80')}\nports: [{containerPort: 80}]\nreadinessProbe: {tcpSocket: {port: 80}}`,
				'alpine:3.22',
			),
		),
	},
	{
		title: 'near miss: sources that the script fetches first',
		manifest: pod(
			main(
				`${script('git clone https://example.com/a/shop.git && cd shop/web && npm ci && npm start')}\nreadinessProbe: {httpGet: {path: /, port: 3000}}`,
				'node:22',
			),
		),
	},
	{
		title: 'near miss: a shell with an open standard input',
		manifest: pod(main('stdin: true\ntty: true', 'ubuntu:24.04')),
	},
	{
		title: 'init: it fails',
		manifest: deployment(`initContainers:\n- name: prepare\n  image: busybox:1.37\n  command: ["false"]\n${main()}`),
		says: ['init container prepare', 'initContainers[0]'],
	},
	{
		title: 'init: it has completed, the container after it fails',
		manifest: deployment(
			`initContainers:\n- name: prepare\n  image: busybox:1.37\n  command: ["true"]\n${main(script('exit 4'), 'busybox:1.37')}`,
		),
		says: ['container main', 'code 4'],
		never: ['prepare exited with', 'container prepare exited', 'stuck: init container'],
	},
	{
		title: 'init: it has completed, the container after it cannot be pulled',
		manifest: pod(
			`initContainers:\n- name: prepare\n  image: busybox:1.37\n  command: ["true"]\n${main('', 'nginx:does-not-exist')}`,
		),
		says: ['containers[0].image'],
		never: ['prepare exited with', 'container prepare exited', 'stuck: init container'],
	},
	{
		title: 'init: it waits for a Service that never comes',
		manifest: pod(
			`initContainers:\n- name: wait\n  image: busybox:1.37\n  ${script('until nslookup db; do sleep 2; done')}\n${main()}`,
		),
		says: ['init container wait', 'initContainers[0]'],
	},
	{
		title: 'init: it has completed',
		manifest: pod(`initContainers:\n- name: prepare\n  image: busybox:1.37\n  command: ["true"]\n${main()}`),
	},
	{
		title: 'postStart: it fails',
		manifest: pod(main('lifecycle:\n  postStart:\n    exec:\n      command: ["false"]')),
		says: ['postStart', 'lifecycle.postStart'],
		never: ['by itself'],
	},
	{
		title: 'postStart: it does not end',
		manifest: pod(main('lifecycle:\n  postStart:\n    exec:\n      command: [sleep, "3600"]')),
		says: ['container main is running, but its postStart hook has not ended', 'lifecycle.postStart.exec.command'],
	},
	{
		title: 'postStart: it ends after a while',
		manifest: pod(main('lifecycle:\n  postStart:\n    exec:\n      command: [sleep, "20"]')),
	},
	{
		title: 'AppArmor: a profile that the node cannot enforce',
		manifest: pod(main('securityContext:\n  appArmorProfile: {type: Localhost, localhostProfile: mine}')),
		says: [
			'AppArmor: Pod was rejected: Cannot enforce AppArmor',
			'spec.containers[0].securityContext.appArmorProfile',
			'works',
			'+ securityContext: {}',
		],
	},
	{
		title: 'command: a variable for which there is no shell',
		manifest: pod(
			main('command: [python, -m, http.server, "$PORT"]\nenv: [{name: PORT, value: "8080"}]', 'python:3.12'),
		),
		says: ["invalid int value: '$PORT'", 'containers[0].command[3]', 'Kubernetes replaces $(PORT)', '$(PORT)'],
	},
	{
		title: 'container: postgres without a password',
		manifest: pod(main('', 'postgres:16')),
		says: ['needs the variable POSTGRES_PASSWORD', 'works', 'env: [{name: POSTGRES_PASSWORD, value: change-me}]'],
	},
	{
		title: 'sysctl: one that the kubelet does not allow',
		manifest: pod(`securityContext:\n  sysctls: [{name: net.core.somaxconn, value: "1024"}]\n${main()}`),
		says: ['SysctlForbidden', 'spec.securityContext.sysctls[0]', 'works'],
	},
	{
		title: 'sysctl: in a Deployment, which replaces each refused Pod at once',
		manifest: deployment(`${main()}\nsecurityContext:\n  sysctls: [{name: net.core.somaxconn, value: "1024"}]`),
		says: [
			'SysctlForbidden',
			'spec.template.spec.securityContext.sysctls[0]',
			'The ReplicaSet creates another Pod at once',
			'works',
		],
	},
	{
		title: 'memory: less than MySQL needs to start, by its documentation',
		manifest: deployment(
			main('env: [{name: MYSQL_ROOT_PASSWORD, value: x}]\nresources:\n  limits:\n    memory: 128Mi', 'mysql:8.0'),
		),
		says: [
			'OOMKilled',
			'limits.memory',
			'+ memory: 512Mi',
			'works',
			'according to its documentation: 320Mi (mysql:8.0)',
		],
		never: ['ready for connections'],
	},
	{
		title: 'memory: MySQL with smaller buffers',
		manifest: deployment(
			main(
				'env: [{name: MYSQL_ROOT_PASSWORD, value: x}]\nargs: [--performance-schema=OFF]\nresources: {limits: {memory: 256Mi}}',
				'mysql:8.0',
			),
		),
	},
	{
		title: 'memory: a variable that grows until the limit',
		manifest: pod(
			main(
				'command: [sh, -c, "x=a; while true; do x=$x$x; sleep 4; done"]\nresources:\n  limits:\n    memory: 16Mi',
				'busybox:1.36',
			),
		),
		says: ['OOMKilled', 'limits.memory'],
	},
	{
		title: 'data: a volume where postgres 18 does not keep it',
		manifest: pod(
			`${main('env: [{name: POSTGRES_PASSWORD, value: x}]\nvolumeMounts:\n- name: v\n  mountPath: /var/lib/postgresql/data', 'postgres:18')}volumes: [{name: v, emptyDir: {}}]`,
		),
		says: [
			'in 18+, these Docker images',
			'volumeMounts[0].mountPath',
			'keeps its data below /var/lib/postgresql',
			'mountPath: /var/lib/postgresql',
			'works',
		],
	},
	{
		title: 'data: postgres 18 that is told the old place, and postgres 17',
		manifest: files(
			pod(
				`${main('env: [{name: POSTGRES_PASSWORD, value: x}, {name: PGDATA, value: /var/lib/postgresql/data/pg}]\nvolumeMounts: [{name: v, mountPath: /var/lib/postgresql/data}]', 'postgres:18')}volumes: [{name: v, emptyDir: {}}]`,
			),
			pod(
				`${main('env: [{name: POSTGRES_PASSWORD, value: x}]\nvolumeMounts: [{name: v, mountPath: /var/lib/postgresql/data}]', 'postgres:17')}volumes: [{name: v, emptyDir: {}}]`,
				'old',
			),
		),
	},
	{
		title: 'variable: MySQL refuses root as the user to create',
		manifest: pod(
			main(
				'env:\n- {name: MYSQL_ROOT_PASSWORD, value: x}\n- {name: MYSQL_PASSWORD, value: z}\n- name: MYSQL_USER\n  value: root',
				'mysql:8.0',
			),
		),
		says: ['cannot be used for the root user', 'env[2].value', 'value: app', 'works'],
	},
	{
		title: 'daemon: nginx goes to the background, and the container ends',
		manifest: deployment(main('command: [nginx]')),
		says: [
			'exited with code 0 (Completed)',
			'keep it in the foreground',
			'command: [nginx, "-g", "daemon off;"]',
			'works',
		],
	},
	{
		title: 'daemon: nginx at the end of a script',
		manifest: pod(main('command: [sh, -c, "echo begin; nginx"]')),
		says: ['exited with code 0 (Completed)', "nginx -g 'daemon off;'", 'works'],
	},
	{
		title: 'daemon: servers in the foreground, by a script that goes on, an option, and a configuration',
		manifest: files(
			pod(main('command: [sh, -c, "nginx && tail -f /dev/null"]\nreadinessProbe: {httpGet: {port: 80}}')),
			pod(main('command: [httpd, -DFOREGROUND]', 'httpd:2.4'), 'apache'),
			'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: conf}\ndata: {nginx.conf: "daemon off;\\nevents {}\\nhttp { server { listen 80; } }\\n"}\n',
			pod(
				`${main('command: [nginx]\nvolumeMounts: [{name: v, mountPath: /etc/nginx/nginx.conf, subPath: nginx.conf}]')}volumes: [{name: v, configMap: {name: conf}}]`,
				'configured',
			),
		),
	},
	{
		title: "image: an application of the user's own registry that is called node, and a copy of an official image",
		manifest: files(
			pod(main('', 'us-docker.pkg.dev/acme/shop/node:v1')),
			pod(main('env: [{name: POSTGRES_PASSWORD, value: x}]', 'us-docker.pkg.dev/acme/copies/postgres:16'), 'db'),
		),
	},
	{
		title: 'volume: of a StatefulSet, whose claims are first in the Pod',
		manifest:
			'apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: web}\nspec:\n  serviceName: web\n  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n    spec:\n      containers: [{name: a, image: "nginx:1.27", volumeMounts: [{name: data, mountPath: /d}, {name: pass, mountPath: /p}]}]\n      volumes:\n      - name: pass\n        secret:\n          secretName: none\n  volumeClaimTemplates: [{metadata: {name: data}, spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage: 1Gi}}}}]\n',
		says: ['secret "none" not found', ':14:11 spec.template.spec.volumes[0].secret.secretName'],
	},
];
