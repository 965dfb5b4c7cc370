import type {HealthyApp} from '../healthy-app.js';

/** The texts of a generated drill, in English; the other languages have the same entries. */
export const english = {
	/** For each fault: its title, the symptom that users of the application see, and the explanation. */
	faults: {
		wrongPort: ({name}: HealthyApp) => ({
			title: `${name}: connection refused`,
			symptom: `"Every request to ${name} is refused. Its Pods are Running and Ready."`,
			debrief: 'The Service sent requests to a port on which no process listens. Kubernetes does not check targetPort.',
		}),
		noEndpoints: ({name}: HealthyApp) => ({
			title: `${name}: every request is refused`,
			symptom: `"No client can reach ${name}. Its Pods are Running and Ready."`,
			debrief:
				'The Service selected labels that no Pod has, so its EndpointSlice was empty and every request was refused.',
		}),
		goneQuiet: ({name, replicas}: HealthyApp) => ({
			title: `${name}: gone quiet`,
			symptom: `"${name} had ${replicas} Pods. It no longer answers, and kubectl get pods shows none of them."`,
			debrief: 'The Deployment had been scaled to zero. It had exactly as many Pods as it asked for: none.',
		}),
		staleRules: ({name, nodes: [node = '']}: HealthyApp) => ({
			title: `${name}: healthy, yet unreachable`,
			symptom: `"Since the latest release of ${name}, requests from ${node} have been failing. The Pods, the Service and its EndpointSlice look right."`,
			debrief: `kube-proxy on ${node} was dead, so its rules still led to Pods that the release had replaced.`,
		}),
		missingTag: ({name}: HealthyApp) => ({
			title: `${name}: a release that never finishes`,
			symptom: `"We released ${name} an hour ago. The rollout is still under way, and one Pod is not ready."`,
			debrief:
				'The new tag does not exist. The old Pods kept serving, because a rolling update removes none before a new one is ready.',
		}),
		missingKey: ({name, setting}: HealthyApp) => ({
			title: `${name}: new Pods do not start`,
			symptom: `"After a restart of ${name}, a new Pod does not start. The other Pods run the same image."`,
			debrief: `The key ${setting} was missing from the ConfigMap. Running containers keep the environment they started with; a new container cannot be created.`,
		}),
		wrongProbe: ({name}: HealthyApp) => ({
			title: `${name}: Running, never ready`,
			symptom: `"The release of ${name} hangs. Its new Pod is Running and its log is fine, but READY says 0/1."`,
			debrief:
				'The probe called a port on which no process listens. A failing readiness probe restarts nothing: the Pod stays Running and gets no traffic.',
		}),
		missingAccount: ({name}: HealthyApp) => ({
			title: `${name}: a release without Pods`,
			symptom: `"The new release of ${name} creates no Pods at all. Nothing is Pending; there simply are no Pods."`,
			debrief:
				'The Pods named a ServiceAccount that does not exist, so admission refused them. Such a refusal appears as an event of the ReplicaSet, not of a Pod.',
		}),
		cordoned: ({name}: HealthyApp) => ({
			title: `${name}: Pending after maintenance`,
			symptom: `"After the maintenance, all Pods of ${name} are Pending. All nodes are Ready."`,
			debrief: 'The nodes were still cordoned. Ready says that a node works, not that it accepts Pods.',
		}),
		tainted: ({name}: HealthyApp) => ({
			title: `${name}: Pending since yesterday`,
			symptom: `"All Pods of ${name} have been Pending since a colleague tried something with the nodes."`,
			debrief: 'A NoSchedule taint kept new Pods away; running Pods stayed until they were replaced.',
		}),
		tooBig: ({name}: HealthyApp) => ({
			title: `${name}: a release that hangs`,
			symptom: `"The release of ${name} hangs with a Pending Pod."`,
			debrief: 'The new Pods asked for 64 CPUs, and no node has that many. The scheduler counts requests, not usage.',
		}),
		noQuota: ({name, replicas}: HealthyApp) => ({
			title: `${name}: no Pods at all`,
			symptom: `"${name} should have ${replicas} Pods. There are none, not even Pending ones."`,
			debrief:
				'A quota allowed no Pods in the namespace. A refused Pod is never created, so nothing is Pending; the refusal is in an event of the ReplicaSet.',
		}),
		noScheduler: ({name}: HealthyApp) => ({
			title: `${name}: Pending, without an event`,
			symptom: `"New Pods of ${name} are Pending and have no events at all. There is room on every node."`,
			debrief:
				'kube-scheduler was dead. A Pod that fits nowhere has an event that says why; a Pod that was never tried has none.',
		}),
	},
	repair: 'The fault is undone.',
	inVain: 'New Pods have the same problem.',
};
