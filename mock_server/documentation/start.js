// Shows the contract that this server obeys, from this server.
SwaggerUIBundle({
  url: "../openapi.json",
  dom_id: "#documentation",
  deepLinking: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
