import type {FindingSentences} from '../../admission-words.js';
import type {AdmissionFindings} from '../../facts/apiserver/admission.js';
import {listed, quoted} from '../words.js';

const pairs = (map: Readonly<Record<string, string>>, between = '='): string =>
	listed(Object.entries(map).map(([key, value]) => `${key}${between}${value}`));

/** Warnings and audit annotations, after a verdict. */
const notices = ({warn, audit}: {readonly warn?: string; readonly audit?: string}): string =>
	[...(warn === undefined ? [] : [`；警告：${warn}`]), ...(audit === undefined ? [] : [`；审计：${audit}`])].join('');

const podSecurity = (found: AdmissionFindings['PodSecurity']): string => {
	switch (found.case) {
		case 'no-pod': {
			return '请求里没有要检查的 Pod。';
		}

		case 'exempt-namespace': {
			return `命名空间“${found.namespace}”不受标准约束，无论其标签如何设置。`;
		}

		case 'exempt': {
			return `${found.by} 不受标准约束。`;
		}

		case 'nothing-asked': {
			return `命名空间“${found.namespace}”没有为其 Pod 规定标准。`;
		}

		case 'nothing-changed': {
			return `对 Pod “${found.pod}”的修改没有涉及标准所管的内容。`;
		}

		case 'namespace': {
			const {namespace, enforce, isNew, warnings} = found;
			if (warnings.length > 0) {
				return `命名空间“${namespace}”将强制执行“${enforce}”；违反它的现有 Pod 会保留：${warnings.join('；')}。`;
			}

			return `命名空间“${namespace}”强制执行标准“${enforce}”${isNew ? '' : '；没有现有的 Pod 因此违反它'}。`;
		}

		case 'pod': {
			return `Pod 符合命名空间“${found.namespace}”强制执行的标准“${found.level}”${notices(found)}。`;
		}

		case 'workload': {
			return `工作负载在这里从不被拒绝，被拒绝的只会是由它们创建的 Pod${notices(found)}。`;
		}
	}
};

const priority = (found: AdmissionFindings['Priority']): string => {
	switch (found.case) {
		case 'class-unchanged': {
			return '优先级类不在这里修改。';
		}

		case 'class-only-default': {
			return '这个类成为集群唯一的默认类。';
		}

		case 'class-no-default': {
			return '这个类不是默认类，不会与别的类冲突。';
		}

		case 'kept': {
			return `Pod 保持创建时的优先级 ${found.priority}。`;
		}

		case 'class': {
			return `优先级类“${found.priorityClass}”${found.isDefault ? '（集群的默认类）' : ''}给 Pod 优先级 ${found.priority} 和抢占策略 ${found.preemptionPolicy}。`;
		}

		case 'no-class': {
			return 'Pod 没有写优先级类，也没有默认类，所以它的优先级是 0，可以抢占更低的。';
		}

		case 'is': {
			return `Pod 的优先级是 ${found.priority}。`;
		}
	}
};

const tokens = {
	mounted: '；它的令牌投射到每个容器的 /var/run/secrets/kubernetes.io/serviceaccount',
	present: '',
	off: '；不挂载令牌，因为 automountServiceAccountToken 是 false',
} as const;

const serviceAccount = (found: AdmissionFindings['ServiceAccount']): string => {
	switch (found.case) {
		case 'kept': {
			return `Pod “${found.pod}”保持创建时的服务账号。`;
		}

		case 'mirror': {
			return `Pod “${found.pod}”是静态 Pod 的影子，没有服务账号。`;
		}

		case 'mirror-refers-to-nothing': {
			return `Pod “${found.pod}”是静态 Pod 的影子，不引用 API 中的任何对象。`;
		}

		case 'given': {
			const {account, named, token, pullSecrets} = found;
			return `${
				named ? `Pod 以服务账号“${account}”运行` : `Pod 没有写服务账号，所以得到“${account}”`
			}${tokens[token]}${pullSecrets.length === 0 ? '' : `；复制该账号的拉取 Secret（${listed(pullSecrets)}）`}。`;
		}

		case 'exists': {
			return `服务账号“${found.account}”存在。`;
		}

		case 'names-secrets': {
			return `服务账号“${found.account}”存在，并列出了 Pod 使用的每个 Secret。`;
		}
	}
};

const limitRanger = (found: AdmissionFindings['LimitRanger']): string => {
	switch (found.case) {
		case 'no-defaults': {
			return 'LimitRange 没有给申领的默认值。';
		}

		case 'no-range': {
			return `命名空间“${found.namespace}”没有 LimitRange${found.mutating ? '，所以请求和限制保持原样' : ''}。`;
		}

		case 'all-said': {
			return `命名空间“${found.namespace}”的 LimitRange 有默认值的各项，每个容器都已自己写了。`;
		}

		case 'set': {
			return `命名空间“${found.namespace}”的 LimitRange 设置了 ${found.set.join('；')}。`;
		}

		case 'within': {
			return `${found.kind} “${found.name}”在${quoted(found.ranges)}的范围之内。`;
		}
	}
};

const resourceQuota = (found: AdmissionFindings['ResourceQuota']): string => {
	switch (found.case) {
		case 'no-quota': {
			return `命名空间“${found.namespace}”没有配额。`;
		}

		case 'not-counted': {
			return `命名空间“${found.namespace}”没有配额计算这样的 ${found.resource}。`;
		}

		default: {
			const quotas = listed(found.quotas.map(({name, amounts}) => `“${name}”（${amounts}）`));
			return found.case === 'fits' ? `请求在配额${quotas}之内；试运行不记账。` : `请求在配额${quotas}之内，记到账上。`;
		}
	}
};

const runtimeClass = (found: AdmissionFindings['RuntimeClass']): string => {
	switch (found.case) {
		case 'no-class': {
			return 'Pod 没有写 RuntimeClass；它的开销稍后检查。';
		}

		case 'class': {
			return `RuntimeClass “${found.runtimeClass}”（处理程序 ${found.handler}）${found.overhead ? `加上开销 ${pairs(found.overhead, ' ')}` : '不加开销'}，${
				found.choosesNodes ? '并为其 Pod 选择节点' : '在每个节点上都能运行'
			}。`;
		}

		case 'overhead': {
			return `Pod 的开销就是其 RuntimeClass 的开销：${pairs(found.overhead, ' ')}。`;
		}

		case 'no-overhead': {
			return 'Pod 没有设置开销。';
		}
	}
};

const podPreset = (found: AdmissionFindings['PodPreset']): string => {
	switch (found.case) {
		case 'excluded': {
			return '一条注解把这个 Pod 排除在预设之外。';
		}

		case 'none': {
			return `命名空间“${found.namespace}”没有选择这个 Pod 的预设。`;
		}

		case 'conflict': {
			return `Pod 与预设 ${listed(found.presets)} 冲突，所以一个都不应用。`;
		}

		case 'applied': {
			return `预设 ${listed(found.presets)} 把环境变量、卷和挂载加进 Pod。`;
		}
	}
};

const namespaceAutoProvision = ({case: what, namespace}: AdmissionFindings['NamespaceAutoProvision']): string => {
	switch (what) {
		case 'exists': {
			return `命名空间“${namespace}”已经存在。`;
		}

		case 'dry-run': {
			return `命名空间“${namespace}”不存在；试运行不会创建它。`;
		}

		case 'created': {
			return `命名空间“${namespace}”原来不存在，为它的第一个对象创建。`;
		}
	}
};

const defaultStorageClass = (found: AdmissionFindings['DefaultStorageClass']): string => {
	switch (found.case) {
		case 'empty': {
			return '申领要求没有存储类。';
		}

		case 'named': {
			return `申领写明了存储类“${found.className}”。`;
		}

		case 'default': {
			return `申领没有写存储类，所以得到默认的“${found.className}”。`;
		}

		case 'none': {
			return '申领没有写存储类，集群也没有默认的。';
		}
	}
};

const defaultIngressClass = (found: AdmissionFindings['DefaultIngressClass']): string => {
	switch (found.case) {
		case 'named': {
			return `Ingress 写明了自己的类“${found.className}”。`;
		}

		case 'default': {
			return `Ingress 没有写类，所以得到默认的“${found.className}”。`;
		}

		default: {
			return 'Ingress 没有写类，集群也没有默认的。';
		}
	}
};

const eventRateLimit = (found: AdmissionFindings['EventRateLimit']): string => {
	switch (found.case) {
		case 'dry-run': {
			return '试运行不计数。';
		}

		case 'no-limit': {
			return '没有配置上限。';
		}

		case 'counted': {
			return `这样的事件还可以通过 ${found.left} 个，然后达到上限。`;
		}
	}
};

/** The finding of each admission plug-in, in Chinese. */
export const findingSentences: Partial<FindingSentences> = {
	common: (found, plugin) =>
		found.case === 'sets' ? `${plugin} 设置 ${found.fields.join('、')}。` : `${plugin} 无需更改，也无需拒绝。`,
	AlwaysAdmit: () => 'AlwaysAdmit 允许所有请求。',
	AlwaysDeny: () => '',
	AlwaysPullImages: (found) =>
		found.case === 'set'
			? '每个容器都设置拉取策略 Always：Pod 只有具备拉取凭据，才能使用节点上缓存的镜像。'
			: '每个容器的拉取策略都是 Always。',
	CertificateApproval: ({signer}) => `用户可以批准发给签名者“${signer}”的请求。`,
	CertificateSigning: ({signer}) => `用户可以代“${signer}”签名。`,
	CertificateSubjectRestriction: () => '请求没有向客户端证书的签名者申请 system:masters。',
	ClusterTrustBundleAttest: (found) => {
		if (found.case === 'allowed') {
			return `用户可以对签名者“${found.signer}”执行 attest。`;
		}

		if (found.case === 'unchanged') {
			return '信任包没有变化。';
		}

		return '信任包没有绑定签名者。';
	},
	DefaultIngressClass: defaultIngressClass,
	DefaultStorageClass: defaultStorageClass,
	DefaultTolerationSeconds: (found) =>
		found.case === 'own'
			? 'Pod 自己写明了在未就绪或不可达的节点上留多久。'
			: `Pod 容忍 ${listed(found.taints)} ${found.seconds} 秒，免得节点短暂中断就被驱逐。`,
	DenyEscalatingExec: (found) => (found.case === 'no-pod' ? 'Pod 不存在。' : `Pod “${found.pod}”没有可供获取的特权。`),
	DenyServiceExternalIPs: () => 'Service 没有请求外部 IP。',
	EventRateLimit: eventRateLimit,
	ExtendedResourceToleration: (found) =>
		found.case === 'none'
			? 'Pod 不需要为扩展资源加容忍度。'
			: `Pod 要求 ${listed(found.resources)}，所以它容忍那些把别的 Pod 挡在这类节点之外的污点。`,
	ImagePolicyWebhook: (found) =>
		found.case === 'unanswered'
			? `服务器没有响应（${found.failure}）；defaultAllow 放行镜像。`
			: `服务器允许镜像 ${listed(found.images)}。`,
	Initializers: ({pending}) =>
		pending.length === 0
			? '没有为这样的对象注册 Initializer。'
			: `metadata.initializers.pending 列出 ${listed(pending)}：列表清空之前，只有带 includeUninitialized=true 才看得到这个对象。`,
	LimitPodHardAntiAffinityTopology: (found) =>
		found.case === 'none' ? 'Pod 没有必要的反亲和性。' : 'Pod 的必要反亲和性只以单个节点为界。',
	LimitRanger: limitRanger,
	MutatingAdmissionPolicy: ({changedBy}) =>
		changedBy.length === 0 ? '没有策略修改对象。' : `策略${quoted(changedBy)}修改了对象。`,
	MutatingAdmissionWebhook: ({called, passed}) => {
		if (called.length > 0) {
			return `调用了变更 Webhook：${quoted(called)}。`;
		}

		if (passed.length > 0) {
			return `${quoted(passed)}匹配，但不会再次调用：那需要 reinvocationPolicy 为 IfNeeded，并且另一个插件修改过对象。`;
		}

		return '没有变更 Webhook 匹配这个请求。';
	},
	NamespaceAutoProvision: namespaceAutoProvision,
	NamespaceExists: ({namespace}) => `命名空间“${namespace}”存在。`,
	NamespaceLifecycle: (found) =>
		found.case === 'mortal'
			? `命名空间“${found.namespace}”不是系统命名空间，所以可以删除。`
			: `命名空间“${found.namespace}”存在，并且是 Active，所以可以在其中创建 ${found.resource}。`,
	NodeRestriction: ({node, resource, subresource, name}) =>
		`“${node}”的 kubelet 写入自己的对象：${resource}${subresource === '' ? '' : `/${subresource}`} “${name}”。`,
	OwnerReferencesPermissionEnforcement: ({user}) => `用户“${user}”可以设置这些属主引用。`,
	PersistentVolumeClaimResize: (found) =>
		found.case === 'no-more'
			? `申领“${found.claim}”请求的容量没有增加。`
			: `存储类“${found.storageClass}”允许扩充卷，所以申领可以从 ${found.from} 增长到 ${found.to}。`,
	PodNodeSelector: (found) => {
		if (found.case === 'agrees') {
			return '节点选择算符与命名空间的一致。';
		}

		if (found.case === 'none') {
			return `命名空间“${found.namespace}”没有为其 Pod 设置节点选择算符。`;
		}

		return `命名空间“${found.namespace}”把其 Pod 送往带有 ${pairs(found.selector)} 的节点。`;
	},
	PodPreset: podPreset,
	PodResizeValidator: ({node, pod}) => `节点“${node}”容得下 Pod “${pod}”现在请求的资源。`,
	PodSecurity: podSecurity,
	PodSecurityPolicy: ({policy}) => `用户可以使用的策略“${policy}”接受这个 Pod，并补充它未设置的字段。`,
	PodTolerationRestriction: (found) => {
		if (found.case === 'allowed') {
			return '命名空间允许 Pod 的每个容忍度。';
		}

		if (found.case === 'none') {
			return `命名空间“${found.namespace}”不加容忍度。`;
		}

		return `Pod 现在容忍 ${listed(found.keys.map((key) => key || '一切'))}：其中包括命名空间的默认容忍度，而且除非 Pod 是 BestEffort，还包括内存压力。`;
	},
	PodTopologyLabels: ({pod, added}) =>
		Object.keys(added).length === 0
			? `节点没有可供 Pod “${pod}”使用的可用区或区域标签。`
			: `Pod “${pod}”得到其节点的拓扑标签：${pairs(added)}。`,
	Priority: priority,
	ResourceQuota: resourceQuota,
	RuntimeClass: runtimeClass,
	SecurityContextDeny: () => 'Pod 自己没有设置用户、组或 SELinux 选项。',
	ServiceAccount: serviceAccount,
	StorageObjectInUseProtection: ({kind, name, finalizer}) =>
		`${kind} “${name}”有 Finalizer ${finalizer}：使用期间不会被删除。`,
	TaintNodesByCondition: ({case: what, node, taint}) =>
		what === 'present'
			? `节点“${node}”已经有污点 ${taint}。`
			: `节点“${node}”被打上污点 ${taint}：它 Ready 之前，没有 Pod 会调度到它上面。`,
	ValidatingAdmissionPolicy: ({judgedBy}) =>
		judgedBy.length === 0 ? '没有策略适用于这个请求。' : `没有策略拒绝这个请求。检查过：${quoted(judgedBy)}。`,
	ValidatingAdmissionWebhook: ({allowedBy}) =>
		allowedBy.length === 0 ? '没有验证 Webhook 匹配这个请求。' : `验证 Webhook 允许这个请求：${quoted(allowedBy)}。`,
};
