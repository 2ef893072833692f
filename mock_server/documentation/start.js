// Shows one of the two documents that this server obeys, from this server: docs/?document=control is the second.
const documents = {
  interface: "../openapi.json",
  control: "../_sandbox/v1/openapi.json",
};
const asked = new URLSearchParams(window.location.search).get("document");
const shown = Object.hasOwn(documents, asked) ? asked : "interface";

document.querySelector(`nav a[href="?document=${shown}"]`).setAttribute("aria-current", "page");
SwaggerUIBundle({
  url: documents[shown],
  dom_id: "#documentation",
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
