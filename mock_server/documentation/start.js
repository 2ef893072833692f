// Shows one of the documents that this server obeys, from this server: docs/?document=control is the second.
const documents = {
  interface: "../openapi.json",
  control: "../_sandbox/v1/openapi.json",
};
const asked = new URLSearchParams(window.location.search).get("document");

function show(name) {
  document.querySelector(`nav a[href="?document=${name}"]`).setAttribute("aria-current", "page");
  return SwaggerUIBundle({
    url: documents[name],
    dom_id: "#documentation",
    deepLinking: true,
    persistAuthorization: true,
    tryItOutEnabled: true,
    defaultModelsExpandDepth: 0,
    validatorUrl: null,
  });
}

followTheContract((beside) => {
  if (beside) {
    documents.beside = "../openapi-beside.json";
    nameInNavigation("beside", `Second interface below ${beside.basePath}`);
  }
  return show(Object.hasOwn(documents, asked) ? asked : "interface");
});
