import {familyOf} from '../objects/ip.js';

const name = 'coredns';
const namespace = 'kube-system';
const labels = {'k8s-app': 'kube-dns'};

const corefile = `.:53 {
    errors
    health {
       lameduck 5s
    }
    ready
    kubernetes cluster.local in-addr.arpa ip6.arpa {
       pods insecure
       fallthrough in-addr.arpa ip6.arpa
       ttl 30
    }
    prometheus :9153
    forward . /etc/resolv.conf {
       max_concurrent 1000
    }
    cache 30 {
       disable success cluster.local
       disable denial cluster.local
    }
    loop
    reload
    loadbalance
}
`;

const probe = (path: string, port: string, timing: object) => ({
	httpGet: {path, port, scheme: 'HTTP'},
	periodSeconds: 10,
	successThreshold: 1,
	...timing,
});

const container = {
	name,
	image: 'registry.k8s.io/coredns/coredns:v1.14.2',
	imagePullPolicy: 'IfNotPresent',
	args: ['-conf', '/etc/coredns/Corefile'],
	resources: {limits: {memory: '170Mi'}, requests: {cpu: '100m', memory: '70Mi'}},
	volumeMounts: [{name: 'config-volume', mountPath: '/etc/coredns', readOnly: true}],
	ports: [
		{name: 'dns', containerPort: 53, protocol: 'UDP'},
		{name: 'dns-tcp', containerPort: 53, protocol: 'TCP'},
		{name: 'metrics', containerPort: 9153, protocol: 'TCP'},
		{name: 'liveness-probe', containerPort: 8080, protocol: 'TCP'},
		{name: 'readiness-probe', containerPort: 8181, protocol: 'TCP'},
	],
	livenessProbe: probe('/health', 'liveness-probe', {
		initialDelaySeconds: 60,
		timeoutSeconds: 5,
		failureThreshold: 5,
	}),
	readinessProbe: probe('/ready', 'readiness-probe', {timeoutSeconds: 1, failureThreshold: 3}),
	securityContext: {
		allowPrivilegeEscalation: false,
		capabilities: {add: ['NET_BIND_SERVICE'], drop: ['ALL']},
		readOnlyRootFilesystem: true,
	},
	terminationMessagePath: '/dev/termination-log',
	terminationMessagePolicy: 'File',
};

const podSpec = {
	dnsPolicy: 'Default',
	restartPolicy: 'Always',
	schedulerName: 'default-scheduler',
	securityContext: {},
	terminationGracePeriodSeconds: 30,
	priorityClassName: 'system-cluster-critical',
	serviceAccountName: name,
	serviceAccount: name,
	nodeSelector: {'kubernetes.io/os': 'linux'},
	affinity: {
		podAntiAffinity: {
			preferredDuringSchedulingIgnoredDuringExecution: [
				{
					weight: 100,
					podAffinityTerm: {
						labelSelector: {matchExpressions: [{key: 'k8s-app', operator: 'In', values: ['kube-dns']}]},
						topologyKey: 'kubernetes.io/hostname',
					},
				},
			],
		},
	},
	tolerations: [
		{key: 'CriticalAddonsOnly', operator: 'Exists'},
		{key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule'},
	],
	containers: [container],
	volumes: [
		{
			name: 'config-volume',
			configMap: {name, items: [{key: 'Corefile', path: 'Corefile'}], defaultMode: 0o644},
		},
	],
};

/** The Service of the cluster's DNS. @param isInPods it selects the Pods of CoreDNS. */
export const dnsService = (clusterIP: string, isInPods: boolean) => ({
	apiVersion: 'v1',
	kind: 'Service',
	metadata: {
		name: 'kube-dns',
		namespace,
		labels: {...labels, 'kubernetes.io/cluster-service': 'true', 'kubernetes.io/name': 'CoreDNS'},
	},
	spec: {
		clusterIP,
		clusterIPs: [clusterIP],
		internalTrafficPolicy: 'Cluster',
		ipFamilies: [familyOf(clusterIP)],
		ipFamilyPolicy: 'SingleStack',
		ports: [
			{name: 'dns', port: 53, protocol: 'UDP', targetPort: 53},
			{name: 'dns-tcp', port: 53, protocol: 'TCP', targetPort: 53},
			...(isInPods ? [{name: 'metrics', port: 9153, protocol: 'TCP', targetPort: 9153}] : []),
		],
		...(isInPods ? {selector: labels} : {}),
		sessionAffinity: 'None',
		type: 'ClusterIP',
	},
	status: {loadBalancer: {}},
});

/** CoreDNS as kubeadm deploys it, by the path of its resources. @see https://kubernetes.io/docs/tasks/administer-cluster/coredns/ */
export const coreDNSObjects = (replicas: number): Readonly<Record<string, readonly unknown[]>> => ({
	'/api/v1/configmaps': [
		{apiVersion: 'v1', kind: 'ConfigMap', metadata: {name, namespace}, data: {Corefile: corefile}},
	],
	'/apis/apps/v1/deployments': [
		{
			apiVersion: 'apps/v1',
			kind: 'Deployment',
			metadata: {name, namespace, labels, generation: 1},
			spec: {
				replicas,
				progressDeadlineSeconds: 600,
				revisionHistoryLimit: 10,
				selector: {matchLabels: labels},
				strategy: {type: 'RollingUpdate', rollingUpdate: {maxUnavailable: 1, maxSurge: '25%'}},
				template: {metadata: {labels}, spec: podSpec},
			},
			status: {},
		},
	],
});
