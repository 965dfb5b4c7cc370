// A suite as an author of controllers writes it: envtest, a manager with caches and leader election, a reconciler, a user without rights.
package suite

import (
	"context"
	"testing"
	"time"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/envtest"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

// siteReconciler makes a Deployment for each ConfigMap that asks for one.
type siteReconciler struct{ client.Client }

func (r *siteReconciler) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	var site corev1.ConfigMap
	if err := r.Get(ctx, request.NamespacedName, &site); err != nil {
		return ctrl.Result{}, client.IgnoreNotFound(err)
	}
	image, asked := site.Data["image"]
	if !asked {
		return ctrl.Result{}, nil
	}
	deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Name: site.Name, Namespace: site.Namespace}}
	_, err := controllerutil.CreateOrUpdate(ctx, r.Client, deployment, func() error {
		labels := map[string]string{"app": site.Name}
		deployment.Spec.Selector = &metav1.LabelSelector{MatchLabels: labels}
		deployment.Spec.Template.Labels = labels
		deployment.Spec.Template.Spec.Containers = []corev1.Container{{Name: "site", Image: image}}
		return controllerutil.SetControllerReference(&site, deployment, r.Scheme())
	})
	return ctrl.Result{}, err
}

func eventually(t *testing.T, what string, holds func() (bool, error)) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		done, err := holds()
		if done {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s: %v", what, err)
		}
	}
}

func TestSite(t *testing.T) {
	environment := &envtest.Environment{}
	config, err := environment.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := environment.Stop(); err != nil {
			t.Error(err)
		}
	})

	manager, err := ctrl.NewManager(config, ctrl.Options{
		Metrics:                 metricsserver.Options{BindAddress: "0"},
		LeaderElection:          true,
		LeaderElectionID:        "sites.example.com",
		LeaderElectionNamespace: "default",
	})
	if err != nil {
		t.Fatal(err)
	}
	reconciler := &siteReconciler{manager.GetClient()}
	if err := ctrl.NewControllerManagedBy(manager).For(&corev1.ConfigMap{}).Owns(&appsv1.Deployment{}).Complete(reconciler); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	stopped := make(chan error, 1)
	go func() { stopped <- manager.Start(ctx) }()

	admin, err := client.New(config, client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	site := &corev1.ConfigMap{
		ObjectMeta: metav1.ObjectMeta{Name: "web", Namespace: "default"},
		Data:       map[string]string{"image": "nginx:1.27"},
	}
	if err := admin.Create(ctx, site); err != nil {
		t.Fatal(err)
	}
	var deployment appsv1.Deployment
	eventually(t, "a Deployment for the site", func() (bool, error) {
		err := admin.Get(ctx, client.ObjectKeyFromObject(site), &deployment)
		return err == nil, err
	})
	if owner := metav1.GetControllerOf(&deployment); owner == nil || owner.UID != site.UID {
		t.Errorf("the site does not own its Deployment: %+v", owner)
	}

	site.Data["image"] = "nginx:1.28"
	if err := admin.Update(ctx, site); err != nil {
		t.Fatal(err)
	}
	eventually(t, "the Deployment follows the site", func() (bool, error) {
		err := admin.Get(ctx, client.ObjectKeyFromObject(site), &deployment)
		return err == nil && deployment.Spec.Template.Spec.Containers[0].Image == "nginx:1.28", err
	})
	if err := admin.Update(ctx, site.DeepCopy()); err != nil {
		t.Errorf("an update of what is current: %v", err)
	}
	stale := site.DeepCopy()
	stale.ResourceVersion = "1"
	if err := admin.Update(ctx, stale); !apierrors.IsConflict(err) {
		t.Errorf("an update of what is stale: %v", err)
	}

	var pods corev1.PodList
	if err := admin.List(ctx, &pods); err != nil || len(pods.Items) > 0 {
		t.Errorf("no controllers run beside the kube-apiserver: %d Pods, %v", len(pods.Items), err)
	}
	jane, err := environment.AddUser(envtest.User{Name: "jane", Groups: []string{"developers"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	hers, err := client.New(jane.Config(), client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := hers.List(ctx, &pods); !apierrors.IsForbidden(err) {
		t.Errorf("jane may not list Pods: %v", err)
	}
	cancel()
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}
