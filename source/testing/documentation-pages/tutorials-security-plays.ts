import type {PagePlay} from './page.js';

const pod = (name: string, context = ''): string => `
apiVersion: v1
kind: Pod
metadata: {name: ${name}, labels: {app: ${name}}}
spec:
  ${context}
  containers: [{name: main, image: nginx, ports: [{containerPort: 80}]}]
`;

const restricted =
	'Warning: would violate PodSecurity "restricted:latest": allowPrivilegeEscalation != false (container "main" must set securityContext.allowPrivilegeEscalation=false), unrestricted capabilities (container "main" must set securityContext.capabilities.drop=["ALL"]), runAsNonRoot != true (pod or container "main" must set securityContext.runAsNonRoot=true), seccompProfile (pod or container "main" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")';

/** Plays of the pages below `tutorials/security`; commands of a host, of kind and of docker are left out. */
export const securityPlays: readonly PagePlay[] = [
	{
		page: 'tutorials/security/ns-level-pss',
		files: {'pod.yaml': pod('nginx')},
		steps: `
$ cluster-info
> Kubernetes control plane is running at
> CoreDNS is running at
$ create ns example
> namespace/example created
$ label --overwrite ns example pod-security.kubernetes.io/warn=baseline pod-security.kubernetes.io/warn-version=latest
> namespace/example labeled
$ label --overwrite ns example pod-security.kubernetes.io/enforce=baseline pod-security.kubernetes.io/enforce-version=latest pod-security.kubernetes.io/warn=restricted pod-security.kubernetes.io/warn-version=latest pod-security.kubernetes.io/audit=restricted pod-security.kubernetes.io/audit-version=latest
> namespace/example labeled
$ apply -n example -f pod.yaml
> ${restricted}
> pod/nginx created
$ apply -n default -f pod.yaml
> pod/nginx created
! Warning
~ 20
$ get pods -n example
> nginx 1/1 Running
`,
	},
	{
		page: 'tutorials/security/seccomp',
		files: {
			'default.yaml': pod('default-profile', 'securityContext: {seccompProfile: {type: RuntimeDefault}}'),
			'audit.yaml': pod(
				'audit',
				'securityContext: {seccompProfile: {type: Localhost, localhostProfile: profiles/audit.json}}',
			),
		},
		steps: `
$ apply -f default.yaml
~ 20
$ get pod default-profile
> default-profile 1/1 Running 0
$ delete pod default-profile --wait --now
> pod "default-profile" deleted
$ apply -f audit.yaml
> pod/audit created
~ 20
$ get pod/audit
> audit 0/1 CreateContainerError 0
$ expose pod audit --type NodePort --port 5678
> service/audit exposed
$ get service audit
> audit NodePort
> 5678:
$ delete service audit --wait
> service "audit" deleted
$ delete pod audit --wait --now
> pod "audit" deleted
`,
	},
	{
		page: 'tutorials/security/apparmor',
		files: {
			'armor.yaml': pod(
				'armor',
				'securityContext: {appArmorProfile: {type: Localhost, localhostProfile: k8s-apparmor-example-deny-write}}',
			),
		},
		steps: `
$ get nodes -o=jsonpath='{range .items[*]}{@.metadata.name}: {@.status.nodeInfo.kubeletVersion}{"\\n"}{end}'
> : v1.36
$ create -f ./armor.yaml
> pod/armor created
~ 10
$ get pod armor
> armor 0/1 AppArmor 0
$ describe pod armor
> Reason: AppArmor Message: Pod was rejected: Cannot enforce AppArmor: AppArmor is not enabled on the host
`,
	},
];
