import type {FindingSentences} from '../../admission-words.js';
import type {AdmissionFindings} from '../../facts/apiserver/admission.js';
import {counted} from '../words.js';

const quoted = (names: readonly string[]): string => names.map((name) => `«${name}»`).join(', ');

const pairs = (map: Readonly<Record<string, string>>, between = '='): string =>
	Object.entries(map)
		.map(([key, value]) => `${key}${between}${value}`)
		.join(', ');

/** Warnings and audit annotations, after a verdict. */
const notices = ({warn, audit}: {readonly warn?: string; readonly audit?: string}): string =>
	[...(warn === undefined ? [] : [`; warn: ${warn}`]), ...(audit === undefined ? [] : [`; audit: ${audit}`])].join('');

const podSecurity = (found: AdmissionFindings['PodSecurity']): string => {
	switch (found.case) {
		case 'no-pod': {
			return 'В запросе нет Pod для проверки.';
		}

		case 'exempt-namespace': {
			return `На пространство имён «${found.namespace}» стандарты не распространяются, независимо от его меток.`;
		}

		case 'exempt': {
			return `Стандарты здесь не действуют: исключение для ${found.by}.`;
		}

		case 'nothing-asked': {
			return `Пространство имён «${found.namespace}» не задаёт стандарта для своих Pod.`;
		}

		case 'nothing-changed': {
			return `Изменение Pod «${found.pod}» не затрагивает ничего, что описывают стандарты.`;
		}

		case 'namespace': {
			const {namespace, enforce, isNew, warnings} = found;
			if (warnings.length > 0) {
				return `Пространство имён «${namespace}» будет требовать «${enforce}»; существующие Pod, которые его нарушают, остаются: ${warnings.join('; ')}.`;
			}

			return `Пространство имён «${namespace}» требует стандарт «${enforce}»${isNew ? '' : '; новых нарушений среди существующих Pod нет'}.`;
		}

		case 'pod': {
			return `Pod соответствует стандарту «${found.level}», которого требует пространство имён «${found.namespace}»${notices(found)}.`;
		}

		case 'workload': {
			return `Рабочие нагрузки здесь не отклоняются, отклоняются только созданные из них Pod${notices(found)}.`;
		}
	}
};

const priority = (found: AdmissionFindings['Priority']): string => {
	switch (found.case) {
		case 'class-unchanged': {
			return 'Классы приоритета здесь не меняются.';
		}

		case 'class-only-default': {
			return 'Класс становится единственным классом по умолчанию в кластере.';
		}

		case 'class-no-default': {
			return 'Это не класс по умолчанию, поэтому конфликта нет.';
		}

		case 'kept': {
			return `Pod сохраняет приоритет, с которым создан: ${found.priority}.`;
		}

		case 'class': {
			return `Класс приоритета «${found.priorityClass}»${found.isDefault ? ' (по умолчанию в кластере)' : ''} даёт Pod приоритет ${found.priority} и preemptionPolicy ${found.preemptionPolicy}.`;
		}

		case 'no-class': {
			return 'Класс приоритета в Pod не назван, а класса по умолчанию нет: приоритет 0, и Pod может вытеснять тех, у кого он ниже.';
		}

		case 'is': {
			return `Приоритет Pod — ${found.priority}.`;
		}
	}
};

const tokens = {
	mounted: '; его токен появится в каждом контейнере под /var/run/secrets/kubernetes.io/serviceaccount',
	present: '',
	off: '; токен не монтируется: automountServiceAccountToken — false',
} as const;

const serviceAccount = (found: AdmissionFindings['ServiceAccount']): string => {
	switch (found.case) {
		case 'kept': {
			return `Pod «${found.pod}» сохраняет служебную учётную запись, с которой создан.`;
		}

		case 'mirror': {
			return `Pod «${found.pod}» отражает статический Pod, а у того нет служебной учётной записи.`;
		}

		case 'mirror-refers-to-nothing': {
			return `Pod «${found.pod}» отражает статический Pod и не ссылается на объекты API.`;
		}

		case 'given': {
			const {account, named, token, pullSecrets} = found;
			return `${
				named
					? `Pod работает от имени служебной учётной записи «${account}»`
					: `Pod не называет служебную учётную запись и получает «${account}»`
			}${tokens[token]}${pullSecrets.length === 0 ? '' : `; скопированы секреты для образов (${pullSecrets.join(', ')})`}.`;
		}

		case 'exists': {
			return `Служебная учётная запись «${found.account}» существует.`;
		}

		case 'names-secrets': {
			return `Служебная учётная запись «${found.account}» существует и перечисляет все Secret, которые использует Pod.`;
		}
	}
};

const limitRanger = (found: AdmissionFindings['LimitRanger']): string => {
	switch (found.case) {
		case 'no-defaults': {
			return 'В LimitRange нет значений по умолчанию для заявок.';
		}

		case 'no-range': {
			return `В пространстве имён «${found.namespace}» нет LimitRange${found.mutating ? ', запросы и лимиты остаются как есть' : ''}.`;
		}

		case 'all-said': {
			return `В каждом контейнере уже задано всё, для чего у LimitRange из пространства имён «${found.namespace}» есть значения по умолчанию.`;
		}

		case 'set': {
			return `LimitRange из пространства имён «${found.namespace}» задаёт ${found.set.join('; ')}.`;
		}

		case 'within': {
			return `${found.kind} «${found.name}» — в пределах ${quoted(found.ranges)}.`;
		}
	}
};

const resourceQuota = (found: AdmissionFindings['ResourceQuota']): string => {
	switch (found.case) {
		case 'no-quota': {
			return `В пространстве имён «${found.namespace}» нет квот.`;
		}

		case 'not-counted': {
			return `Ни одна квота пространства имён «${found.namespace}» не считает такие ${found.resource}.`;
		}

		default: {
			const quotas = found.quotas.map(({name, amounts}) => `«${name}» (${amounts})`).join(', ');
			const noun = found.quotas.length === 1 ? 'квоту' : 'квоты';
			return found.case === 'fits'
				? `Запрос укладывается в ${noun} ${quotas}; пробный запуск не засчитывается.`
				: `Запрос укладывается в ${noun} ${quotas} и засчитан.`;
		}
	}
};

const runtimeClass = (found: AdmissionFindings['RuntimeClass']): string => {
	switch (found.case) {
		case 'no-class': {
			return 'Pod не называет RuntimeClass; его накладные расходы (overhead) проверяются позже.';
		}

		case 'class': {
			return `RuntimeClass «${found.runtimeClass}» (обработчик ${found.handler}) ${found.overhead ? `добавляет накладные расходы ${pairs(found.overhead, ' ')}` : 'не добавляет накладных расходов'} и ${
				found.choosesNodes ? 'выбирает узлы для своих Pod' : 'допускает любой узел'
			}.`;
		}

		case 'overhead': {
			return `Накладные расходы Pod — те, что у его RuntimeClass: ${pairs(found.overhead, ' ')}.`;
		}

		case 'no-overhead': {
			return 'Pod не задаёт накладных расходов (overhead).';
		}
	}
};

const podPreset = (found: AdmissionFindings['PodPreset']): string => {
	switch (found.case) {
		case 'excluded': {
			return 'Аннотация исключает Pod из пресетов.';
		}

		case 'none': {
			return `Ни один пресет пространства имён «${found.namespace}» не выбирает этот Pod.`;
		}

		case 'conflict': {
			return `Pod конфликтует с пресетами ${found.presets.join(', ')}, поэтому не применён ни один.`;
		}

		case 'applied': {
			return `Пресеты ${found.presets.join(', ')} добавляют в Pod свои переменные, тома и точки монтирования.`;
		}
	}
};

const namespaceAutoProvision = ({case: what, namespace}: AdmissionFindings['NamespaceAutoProvision']): string => {
	switch (what) {
		case 'exists': {
			return `Пространство имён «${namespace}» уже существует.`;
		}

		case 'dry-run': {
			return `Пространства имён «${namespace}» нет; пробный запуск его не создаёт.`;
		}

		case 'created': {
			return `Пространства имён «${namespace}» не было, и оно создано для своего первого объекта.`;
		}
	}
};

const defaultStorageClass = (found: AdmissionFindings['DefaultStorageClass']): string => {
	switch (found.case) {
		case 'empty': {
			return 'Заявке не нужен класс хранилища.';
		}

		case 'named': {
			return `Заявка называет класс хранилища «${found.className}».`;
		}

		case 'default': {
			return `Заявка не называет класс хранилища и получает класс по умолчанию, «${found.className}».`;
		}

		case 'none': {
			return 'Заявка не называет класс хранилища, а класса по умолчанию в кластере нет.';
		}
	}
};

const defaultIngressClass = (found: AdmissionFindings['DefaultIngressClass']): string => {
	switch (found.case) {
		case 'named': {
			return `Ingress называет свой класс, «${found.className}».`;
		}

		case 'default': {
			return `Ingress не называет класс и получает класс по умолчанию, «${found.className}».`;
		}

		default: {
			return 'Ingress не называет класс, а класса по умолчанию в кластере нет.';
		}
	}
};

const eventRateLimit = (found: AdmissionFindings['EventRateLimit']): string => {
	switch (found.case) {
		case 'dry-run': {
			return 'Пробный запуск не считается.';
		}

		case 'no-limit': {
			return 'Ограничение не настроено.';
		}

		case 'counted': {
			return `До ограничения могут пройти ещё ${counted(found.left, 'такое событие', 'таких события', 'таких событий')}.`;
		}
	}
};

/** The finding of each admission plug-in, in Russian. */
export const findingSentences: Partial<FindingSentences> = {
	common: (found, plugin) =>
		found.case === 'sets'
			? `${plugin} задаёт ${found.fields.join(', ')}.`
			: `${plugin} ничего не меняет и не отклоняет.`,
	AlwaysAdmit: () => 'AlwaysAdmit пропускает всё.',
	AlwaysDeny: () => '',
	AlwaysPullImages: (found) =>
		found.case === 'set'
			? 'Каждый контейнер получает политику образов Always: образ на узле доступен только Pod с правом его скачать.'
			: 'У каждого контейнера политика образов Always.',
	CertificateApproval: ({signer}) => `Пользователь вправе одобрять запросы к подписанту «${signer}».`,
	CertificateSigning: ({signer}) => `Пользователь вправе подписывать за «${signer}».`,
	CertificateSubjectRestriction: () =>
		'Запрос не запрашивает у подписанта клиентских сертификатов группу system:masters.',
	ClusterTrustBundleAttest: (found) => {
		if (found.case === 'allowed') {
			return `Пользователь вправе ручаться за подписанта «${found.signer}».`;
		}

		if (found.case === 'unchanged') {
			return 'Набор сертификатов не меняется.';
		}

		return 'Набор сертификатов не привязан к подписанту.';
	},
	DefaultIngressClass: defaultIngressClass,
	DefaultStorageClass: defaultStorageClass,
	DefaultTolerationSeconds: (found) =>
		found.case === 'own'
			? 'Pod сам задаёт, сколько остаётся на узле, который не готов или недоступен.'
			: `Pod допускает ${found.taints.join(' и ')} в течение ${counted(found.seconds, 'секунды', 'секунд', 'секунд')}, чтобы короткий сбой узла его не вытеснил.`,
	DenyEscalatingExec: (found) =>
		found.case === 'no-pod' ? 'Такого Pod нет.' : `В Pod «${found.pod}» нет лишних привилегий, которые можно получить.`,
	DenyServiceExternalIPs: () => 'Service не запрашивает externalIPs.',
	EventRateLimit: eventRateLimit,
	ExtendedResourceToleration: (found) =>
		found.case === 'none'
			? 'Pod не нужны допуски (toleration) для расширенных ресурсов.'
			: `Pod запрашивает ${found.resources.join(', ')}, поэтому допускает ограничения (taint), которые не пускают на такие узлы остальных.`,
	ImagePolicyWebhook: (found) =>
		found.case === 'unanswered'
			? `Сервер не отвечает (${found.failure}); defaultAllow пропускает образы.`
			: `Сервер разрешает образы ${found.images.join(', ')}.`,
	Initializers: ({pending}) =>
		pending.length === 0
			? 'Для таких объектов инициализаторы не зарегистрированы.'
			: `metadata.initializers.pending перечисляет ${pending.join(', ')}: пока список не пуст, объект виден только с includeUninitialized=true.`,
	LimitPodHardAntiAffinityTopology: (found) =>
		found.case === 'none'
			? 'У Pod нет обязательного раздельного размещения (anti-affinity).'
			: 'Обязательное раздельное размещение (anti-affinity) Pod относится только к отдельным узлам.',
	LimitRanger: limitRanger,
	MutatingAdmissionPolicy: ({changedBy}) =>
		changedBy.length === 0
			? 'Ни одна политика не меняет объект.'
			: `${changedBy.length === 1 ? 'Политика' : 'Политики'} ${quoted(changedBy)} ${changedBy.length === 1 ? 'меняет' : 'меняют'} объект.`,
	MutatingAdmissionWebhook: ({called, passed}) => {
		if (called.length > 0) {
			return `Вызваны меняющие webhook: ${quoted(called)}.`;
		}

		if (passed.length > 0) {
			return `${quoted(passed)} ${passed.length === 1 ? 'подходит' : 'подходят'}, но второй раз не вызывается: для этого нужны reinvocationPolicy IfNeeded и изменение, сделанное другим плагином.`;
		}

		return 'Ни один меняющий webhook не подходит к запросу.';
	},
	NamespaceAutoProvision: namespaceAutoProvision,
	NamespaceExists: ({namespace}) => `Пространство имён «${namespace}» существует.`,
	NamespaceLifecycle: (found) =>
		found.case === 'mortal'
			? `Пространство имён «${found.namespace}» не системное, поэтому его можно удалить.`
			: `Пространство имён «${found.namespace}» существует и находится в Active, поэтому в нём можно создавать ${found.resource}.`,
	NodeRestriction: ({node, resource, subresource, name}) =>
		`kubelet узла «${node}» пишет только своё: ${resource}${subresource === '' ? '' : `/${subresource}`} «${name}».`,
	OwnerReferencesPermissionEnforcement: ({user}) => `Пользователь «${user}» вправе задать такие ownerReferences.`,
	PersistentVolumeClaimResize: (found) =>
		found.case === 'no-more'
			? `Заявка «${found.claim}» запрашивает не больше прежнего.`
			: `Класс хранилища «${found.storageClass}» допускает расширение, поэтому заявка может вырасти с ${found.from} до ${found.to}.`,
	PodNodeSelector: (found) => {
		if (found.case === 'agrees') {
			return 'Селектор узлов согласуется с селектором пространства имён.';
		}

		if (found.case === 'none') {
			return `Пространство имён «${found.namespace}» не задаёт селектор узлов для своих Pod.`;
		}

		return `Пространство имён «${found.namespace}» отправляет свои Pod на узлы с ${pairs(found.selector)}.`;
	},
	PodPreset: podPreset,
	PodResizeValidator: ({node, pod}) => `На узле «${node}» есть место для новых запросов Pod «${pod}».`,
	PodSecurity: podSecurity,
	PodSecurityPolicy: ({policy}) =>
		`Политика «${policy}», которую пользователь вправе использовать, принимает Pod и дополняет пропущенное.`,
	PodTolerationRestriction: (found) => {
		if (found.case === 'allowed') {
			return 'Пространство имён разрешает все допуски (toleration) этого Pod.';
		}

		if (found.case === 'none') {
			return `Пространство имён «${found.namespace}» не добавляет допусков (toleration).`;
		}

		return `Теперь Pod допускает ${found.keys.map((key) => key || 'всё').join(', ')}: сюда входят умолчания пространства имён и, если Pod не BestEffort, нехватка памяти.`;
	},
	PodTopologyLabels: ({pod, added}) =>
		Object.keys(added).length === 0
			? `У узла нет меток зоны и региона для Pod «${pod}».`
			: `Pod «${pod}» получает метки топологии своего узла: ${pairs(added)}.`,
	Priority: priority,
	ResourceQuota: resourceQuota,
	RuntimeClass: runtimeClass,
	SecurityContextDeny: () => 'Pod сам не задаёт ни пользователя, ни группу, ни параметры SELinux.',
	ServiceAccount: serviceAccount,
	StorageObjectInUseProtection: ({kind, name, finalizer}) =>
		`${kind} «${name}» получает финализатор ${finalizer}: пока объект используется, его не удалят.`,
	TaintNodesByCondition: ({case: what, node, taint}) =>
		what === 'present'
			? `У узла «${node}» уже есть ограничение (taint) ${taint}.`
			: `Узел «${node}» получает ограничение (taint) ${taint}: пока он не Ready, Pod на него не планируются.`,
	ValidatingAdmissionPolicy: ({judgedBy}) =>
		judgedBy.length === 0
			? 'Ни одна политика не относится к запросу.'
			: `Ни одна политика не отклоняет запрос. Проверены: ${quoted(judgedBy)}.`,
	ValidatingAdmissionWebhook: ({allowedBy}) =>
		allowedBy.length === 0
			? 'Ни один проверяющий webhook не подходит к запросу.'
			: `Проверяющие webhook разрешают запрос: ${quoted(allowedBy)}.`,
};
